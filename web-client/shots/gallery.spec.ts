/** Takes every screen at every size in both languages, and lays them out on one page. */
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LANGUAGES, resize, SIZES, somebody } from '../e2e/pages';
import { test } from '../e2e/sanjin';
import { SCREENS } from '../e2e/screens';
import { show } from '../e2e/show';

const FOLDER = process.env['SANJIN_SHOTS'] ?? 'test-results/shots';

for (const [name, screen] of Object.entries(SCREENS)) {
  test(name, async ({ browser }) => {
    await mkdir(FOLDER, { recursive: true });
    const { page, context } = await somebody(browser, '美 Mei');
    for (const [nth, { code }] of LANGUAGES.entries()) {
      await show(page, screen, nth);
      await page.emulateMedia({ colorScheme: nth === 0 ? 'light' : 'dark' });
      for (const viewport of SIZES) {
        await resize(page, viewport);
        // Two frames: one to lay the page out anew, one to draw it.
        await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
        await page.screenshot({ path: join(FOLDER, `${name}-${code}-${viewport.width}x${viewport.height}.png`) });
      }
    }
    await context.close();
    await writeIndex();
  });
}

/** All pictures there are, screen by screen. */
async function writeIndex(): Promise<void> {
  const pictures = (await readdir(FOLDER)).filter((name) => name.endsWith('.png')).sort();
  const figure = (name: string): string =>
    `<figure><a href="${name}"><img src="${name}" alt="" height="420" loading="lazy"></a><figcaption>${name}</figcaption></figure>`;
  const style = 'body{font:16px system-ui;background:#222;color:#eee}figure{display:inline-block;margin:8px}img{display:block}';
  const page = `<!doctype html><meta charset="utf-8"><title>Sanjin, every screen</title><style>${style}</style>`;
  await writeFile(join(FOLDER, 'index.html'), `${page}${pictures.map(figure).join('\n')}\n`);
}
