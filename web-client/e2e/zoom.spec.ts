/** Letters twice as large, as a browser is told to have them: everything is still there, and nothing is cut off. */
import { expectWhole, SIZES, somebody } from './pages';
import { test } from './sanjin';
import { SCREENS } from './screens';
import { show } from './show';

/** The screens of a player: others have no more on them, or scroll. */
const READ = ['lobby', 'create', 'room', 'table', 'call', 'end', 'menu', 'watch', 'replay', 'settings', 'learn'] as const;

for (const name of READ) {
  test(`${name} is whole with letters of twice the size`, async ({ browser }) => {
    const { executablePath, args = [] } = test.info().project.use.launchOptions ?? {};
    const large = await browser.browserType().launch({ ...(executablePath === undefined ? {} : { executablePath }), args: [...args, '--blink-settings=defaultFontSize=32'] });
    const { page } = await somebody(large, '美 Mei');
    await page.setViewportSize(SIZES[3]);
    const screen = SCREENS[name];
    if (screen === undefined) throw new Error(`no screen ${name}`);

    await show(page, screen, 0);

    await expectWhole(page);
    await large.close();
  });
}
