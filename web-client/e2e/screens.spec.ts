/** Every screen: whole and accessible at every size, in both languages, light and dark. */
import { expectWhole, LANGUAGES, listenForErrors, SIZES, somebody } from './pages';
import { expect, test } from './sanjin';
import { show, SCREENS } from './screens';

/** Eight examinations of a page take a while on a busy machine. */
const SCREEN_MS_MAX = 240_000;

for (const [name, screen] of Object.entries(SCREENS)) {
  test(`${name} is whole and accessible`, async ({ browser }) => {
    test.setTimeout(SCREEN_MS_MAX);
    const { page, context } = await somebody(browser, '美 Mei');
    const errors = listenForErrors(page);

    for (const [nth, { code }] of LANGUAGES.entries()) {
      await show(page, screen, nth);
      await expect(page.locator('html')).toHaveAttribute('lang', code);
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
