/** Every screen: whole and accessible at every size and at twice the size, in both languages, light and dark. */
import { expectWhole, LANGUAGES, resize, SIZES, somebody, ZOOMED } from './pages';
import { expect, test } from './sanjin';
import { SCREENS } from './screens';
import { show } from './show';

/** Nine examinations of a page take a while on a busy machine. */
const SCREEN_MS_MAX = 240_000;

// A screen asks for nothing that is refused.
test.use({ breaks: null });

for (const [name, screen] of Object.entries(SCREENS)) {
  test(`${name} is whole and accessible`, async ({ browser }) => {
    test.setTimeout(SCREEN_MS_MAX);
    const { page, context } = await somebody(browser, '美 Mei');

    for (const [nth, { code }] of LANGUAGES.entries()) {
      await show(page, screen, nth);
      await expect(page.locator('html')).toHaveAttribute('lang', code);
      // English is the longer one: it is read at twice the size, too.
      for (const [size, viewport] of [...SIZES, ...(nth === 0 ? [ZOOMED] : [])].entries()) {
        await resize(page, viewport);
        // Each size is seen light in one language and dark in the other.
        await page.emulateMedia({ colorScheme: (size + nth) % 2 === 0 ? 'light' : 'dark' });
        await expectWhole(page);
      }
    }
    await context.close();
  });
}
