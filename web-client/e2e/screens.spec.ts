/** Every screen: whole and accessible at every size, in both languages, light and dark. */
import { expectWhole, LANGUAGES, listenForErrors, SIZES, somebody } from './pages';
import { expect, test } from './sanjin';
import { SCREENS } from './screens';

/** Eight examinations of a page take a while on a busy machine. */
const SCREEN_MS_MAX = 240_000;

for (const [screen, { open, stays }] of Object.entries(SCREENS)) {
  test(`${screen} is whole and accessible`, async ({ browser }) => {
    test.setTimeout(SCREEN_MS_MAX);
    const { page, context } = await somebody(browser, '美 Mei');
    const errors = listenForErrors(page);

    for (const [nth, { code, words }] of LANGUAGES.entries()) {
      if (nth === 0) await open(page, words);
      else {
        await page.evaluate((language) => localStorage.setItem('sanjin.language', language), code);
        if (stays) await page.reload();
        else await open(page, words);
      }
      await expect(page.locator('html')).toHaveAttribute('lang', code);
      await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
      for (const [size, viewport] of SIZES.entries()) {
        await page.setViewportSize(viewport);
        // Each size is seen light in one language and dark in the other.
        await page.emulateMedia({ colorScheme: (size + nth) % 2 === 0 ? 'light' : 'dark' });
        await expectWhole(page);
      }
    }
    expect(errors).toEqual([]);
    await context.close();
  });
}
