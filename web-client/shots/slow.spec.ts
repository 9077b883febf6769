/** How long a tap takes to be seen on a phone six times slower than this machine. Printed, never judged: it depends on the machine. */
import { en } from '../src/words/en';
import { somebody } from '../e2e/pages';
import { test } from '../e2e/sanjin';

const TAPS = 24;

test('from a tap to what it shows, on a slow processor', async ({ browser }) => {
  const { page, context } = await somebody(browser, 'Mei');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/');
  await page.getByRole('button', { name: en.lobby.bots }).click();
  await page.getByRole('region', { name: en.table.turnLabel }).waitFor();
  await page.evaluate(() => {
    const taken: number[] = [];
    (window as unknown as { taken: number[] }).taken = taken;
    // From when the finger came down to when the frame that shows it has been made.
    const begin = ({ timeStamp }: PointerEvent): void => {
      requestAnimationFrame(() => {
        const made = new MessageChannel();
        made.port1.onmessage = () => taken.push(performance.now() - timeStamp);
        made.port2.postMessage(null);
      });
    };
    addEventListener('pointerdown', begin, { capture: true });
  });
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 6 });

  const tiles = page.getByRole('group', { name: en.table.hand }).getByRole('button');
  for (let tap = 0; tap < TAPS; tap += 1) {
    const box = await tiles.nth(tap % 9).boundingBox();
    if (box === null) throw new Error('a tile is not to be seen');
    const finger = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [finger] });
    await page.waitForFunction((before) => (window as unknown as { taken: number[] }).taken.length > before, tap);
    await devtools.send('Input.dispatchTouchEvent', { type: 'touchCancel', touchPoints: [] });
  }
  const sorted = (await page.evaluate(() => (window as unknown as { taken: number[] }).taken)).toSorted((a, b) => a - b);
  console.log(`tap to feedback at 6x slower: median ${sorted[TAPS / 2]?.toFixed(0)} ms, worst ${sorted.at(-1)?.toFixed(0)} ms`);
  await context.close();
});
