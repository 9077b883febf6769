/** How long what is tapped takes to be seen on a phone six times slower than this machine. Printed, never judged: it depends on the machine. */
import type { CDPSession, Locator, Page } from '@playwright/test';
import { stressCall, stressTurn } from '../src/dev/fixtures';
import { en } from '../src/words/en';
import { somebody } from '../e2e/pages';
import { expect, test } from '../e2e/sanjin';
import { stage } from '../e2e/stage';

const TAPS = 24;

type Noting = { readonly scheduler: { postTask(does: () => void, how: { priority: string }): void }; seen(ms: number): void };

/** Says how long each tap takes, as soon as it is seen. */
type Seen = { tell: (ms: number) => void };

/**
 * From an event of a finger to the frame that shows what it did: the next one, or the one that has something in it. The page
 * says it by itself: a question that comes between a tap and its frame takes the page as long as the tap does. What is told
 * after the frame comes before anything else that waits, such as the server's answer and the frame that shows that.
 */
async function note(page: Page, event: string, shows: string | null): Promise<Seen> {
  const seen: Seen = { tell: () => {} };
  await page.exposeFunction('seen', (ms: number) => seen.tell(ms));
  await page.evaluate(
    ([type, selector]) => {
      const { scheduler, seen: say } = window as unknown as Noting;
      const begin = ({ timeStamp }: Event): void => {
        const look = (): void => {
          requestAnimationFrame(() => {
            if (selector !== null && document.querySelector(selector) === null) return look();
            scheduler.postTask(() => say(performance.now() - timeStamp), { priority: 'user-blocking' });
          });
        };
        look();
      };
      addEventListener(type, begin, { capture: true });
    },
    [event, shows] as const,
  );
  return seen;
}

type Finger = { readonly devtools: CDPSession; readonly seen: Seen };

/** Taps something once the page is at rest, as after what a person does, and says how long it took to be seen. */
async function tap({ devtools, seen }: Finger, what: Locator): Promise<number> {
  await what.evaluate(() => new Promise((rest) => requestAnimationFrame(() => requestAnimationFrame(rest))));
  const box = await what.boundingBox();
  if (box === null) throw new Error('what is tapped is not to be seen');
  const finger = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const ms = new Promise<number>((tell) => (seen.tell = tell));
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [finger] });
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  return ms;
}

const hand = (page: Page): Locator => page.getByRole('group', { name: en.table.hand }).getByRole('button');
const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });

/** What is tapped at a crowded table, when it counts, and what shows it. */
const TIMED = {
  'raising a tile': { open: stressTurn, event: 'pointerdown', shows: null, does: (page: Page, finger: Finger, nth: number) => tap(finger, hand(page).nth(nth % 4)) },
  'throwing a tile': {
    open: stressTurn,
    event: 'pointerup',
    shows: null,
    does: async (page: Page, finger: Finger) => {
      // Raised by a key, so that one tap throws it; once the last one is thrown, which lays down whatever is raised.
      await expect(page.locator('.hand .raised')).toBeHidden();
      await page.keyboard.press('ArrowRight');
      return tap(finger, page.locator('.hand .raised'));
    },
  },
  passing: { open: () => stressCall(0), event: 'click', shows: null, does: (page: Page, finger: Finger) => tap(finger, page.locator('.prompt .pass')) },
  'opening a sheet': {
    open: stressTurn,
    event: 'click',
    shows: 'dialog[open]',
    does: async (page: Page, finger: Finger) => {
      const ms = await tap(finger, button(page, en.table.menu));
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toBeHidden();
      return ms;
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
    const seen = await note(page, event, shows);

    const taken: number[] = [];
    for (let nth = 0; nth < TAPS; nth += 1) taken.push(await does(page, { devtools, seen }, nth));

    const sorted = taken.toSorted((a, b) => a - b);
    console.log(`${name} at 6x slower: median ${sorted[TAPS / 2]?.toFixed(0)} ms, worst ${sorted.at(-1)?.toFixed(0)} ms`);
    await context.close();
  });
}
