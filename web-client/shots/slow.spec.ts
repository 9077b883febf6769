/** How long a tap takes to be seen on a phone six times slower than this machine. Printed, never judged: it depends on the machine. */
import { en } from '../src/words/en';
import { somebody } from '../e2e/pages';
import { test } from '../e2e/sanjin';

const TAPS = 12;

test('from a tap to what it shows, on a slow processor', async ({ browser }) => {
  const { page, context } = await somebody(browser, 'Mei');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/');
  await page.getByRole('button', { name: en.lobby.bots }).click();
  await page.getByRole('region', { name: en.table.turnLabel }).waitFor();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 6 });

  const tiles = page.getByRole('group', { name: en.table.hand }).getByRole('button');
  const taken: number[] = [];
  for (let tap = 0; tap < TAPS; tap += 1) {
    // From the event's own time to the frame after the one that shows it.
    const measured = page.evaluate(
      () =>
        new Promise<number>((done) => {
          const begin = (event: PointerEvent): void => {
            requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now() - event.timeStamp)));
          };
          addEventListener('pointerdown', begin, { once: true });
        }),
    );
    await tiles.nth(tap % 9).dispatchEvent('pointerdown', { button: 0, isPrimary: true, pointerId: 1, clientX: 20 + tap * 20, clientY: 700 });
    await tiles.nth(tap % 9).dispatchEvent('pointercancel', { pointerId: 1 });
    taken.push(await measured);
  }
  const sorted = taken.toSorted((a, b) => a - b);
  console.log(`tap to feedback at 6x slower: median ${sorted[TAPS / 2]?.toFixed(0)} ms, worst ${sorted.at(-1)?.toFixed(0)} ms`);
  await context.close();
});
