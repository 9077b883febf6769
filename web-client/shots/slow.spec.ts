/** How long what is tapped takes to be seen on a phone six times slower than this machine. Printed, never judged: it depends on the machine. */
import type { CDPSession, Locator, Page } from '@playwright/test';
import { stressCall, stressTurn } from '../src/dev/fixtures';
import { en } from '../src/words/en';
import { somebody } from '../e2e/pages';
import { expect, test } from '../e2e/sanjin';
import { stage } from '../e2e/stage';

const TAPS = 24;

type Noting = { taken: number[] };

/** From an event of a finger to the frame that shows what it did: the next one, or the one that has something in it. */
function note(page: Page, event: string, shows: string | null): Promise<void> {
  return page.evaluate(
    ([type, selector]) => {
      const taken: number[] = [];
      (window as unknown as Noting).taken = taken;
      const begin = ({ timeStamp }: Event): void => {
        const look = (): void => {
          requestAnimationFrame(() => {
            if (selector !== null && document.querySelector(selector) === null) return look();
            const made = new MessageChannel();
            made.port1.onmessage = () => taken.push(performance.now() - timeStamp);
            made.port2.postMessage(null);
          });
        };
        look();
      };
      addEventListener(type, begin, { capture: true });
    },
    [event, shows] as const,
  );
}

const taken = (page: Page): Promise<number[]> => page.evaluate(() => (window as unknown as Noting).taken);

async function tap(devtools: CDPSession, what: Locator): Promise<void> {
  const box = await what.boundingBox();
  if (box === null) throw new Error('what is tapped is not to be seen');
  const finger = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [finger] });
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

const hand = (page: Page): Locator => page.getByRole('group', { name: en.table.hand }).getByRole('button');
const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });

/** What is tapped at a crowded table, when it counts, and what shows it. */
const TIMED = {
  'raising a tile': { open: stressTurn, event: 'pointerdown', shows: null, does: (page: Page, devtools: CDPSession, nth: number) => tap(devtools, hand(page).nth(nth % 4)) },
  'throwing a tile': {
    open: stressTurn,
    event: 'pointerup',
    shows: null,
    does: async (page: Page, devtools: CDPSession) => {
      // Raised by a key, so that one tap throws it.
      await page.keyboard.press('ArrowRight');
      await tap(devtools, page.locator('.hand .raised'));
    },
  },
  passing: { open: () => stressCall(0), event: 'click', shows: null, does: (page: Page, devtools: CDPSession) => tap(devtools, page.locator('.prompt .pass')) },
  'opening a sheet': {
    open: stressTurn,
    event: 'click',
    shows: 'dialog[open]',
    does: async (page: Page, devtools: CDPSession, nth: number) => {
      await tap(devtools, button(page, en.table.menu));
      await expect.poll(async () => (await taken(page)).length).toBe(nth + 1);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toBeHidden();
    },
  },
} as const;

for (const [name, { open, event, shows, does }] of Object.entries(TIMED)) {
  test(`from a tap to what it shows, on a slow processor: ${name}`, async ({ browser }) => {
    const { page, context } = await somebody(browser, 'Koki');
    await page.setViewportSize({ width: 390, height: 844 });
    await stage(page, open());
    await expect(hand(page).first()).toBeVisible();
    const devtools = await context.newCDPSession(page);
    await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: true });
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 6 });
    await note(page, event, shows);

    for (let nth = 0; nth < TAPS; nth += 1) {
      await does(page, devtools, nth);
      await expect.poll(async () => (await taken(page)).length).toBe(nth + 1);
    }

    const sorted = (await taken(page)).toSorted((a, b) => a - b);
    console.log(`${name} at 6x slower: median ${sorted[TAPS / 2]?.toFixed(0)} ms, worst ${sorted.at(-1)?.toFixed(0)} ms`);
    await context.close();
  });
}
