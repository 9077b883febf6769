/** Somebody who plays by the controls on the screen: wins when possible, calls now and then, throws what may go. */
import type { Page } from '@playwright/test';
import { en, type Words } from '../src/words/en';
import { test } from './sanjin';

const KEY = 'test.autopilot';
/** What its choices follow from: a run that failed is repeated with the seed it names. */
const SEED = Number(process.env['SANJIN_SEED'] ?? Date.now() % 2 ** 32);

/** Makes a page able to play by itself; it does once it is told to, also after a reload. */
export async function prepareAutopilot(page: Page, spoken: Words = en): Promise<void> {
  await test.info().attach('SANJIN_SEED', { body: String(SEED), contentType: 'text/plain' });
  const { calls, ready, playAgain, promptLabel, turnLabel, hand } = spoken.table;
  await page.addInitScript(
    ({ key, seed, words }) => {
      let drawn = seed;
      /** Between 0 and 1, the same row of numbers for a seed (mulberry32). */
      const random = (): number => {
        drawn = (drawn + 0x6d2b79f5) | 0;
        let mixed = Math.imul(drawn ^ (drawn >>> 15), drawn | 1);
        mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
        return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
      };
      const shown = (selector: string): HTMLElement[] =>
        [...document.querySelectorAll<HTMLElement>(selector)].filter((each) => each.checkVisibility());
      const section = (label: string): HTMLElement | undefined => shown(`section[aria-label="${label}"]`)[0];
      const button = (within: HTMLElement, text: string): HTMLElement | undefined =>
        [...within.querySelectorAll<HTMLElement>('button')].find(
          (each) =>
            (each.getAttribute('aria-label') ?? each.innerText).includes(text) &&
            each.getAttribute('aria-disabled') !== 'true',
        );

      const mode = (): string | null => sessionStorage.getItem(key);
      const answer = (prompt: HTMLElement): HTMLElement | undefined => {
        const run = prompt.querySelector<HTMLElement>('button.run');
        const wanted = random() < 0.3 ? [words.win, words.pung, words.chow, words.pass] : [words.win, words.pass];
        return run ?? wanted.map((word) => button(prompt, word)).find((each) => each !== undefined);
      };
      const discard = (turn: HTMLElement): HTMLElement | undefined => {
        const tiles = shown(`[role=group][aria-label="${words.hand}"] button:not(.barred)`);
        const raised = tiles.find((each) => each.getAttribute('aria-pressed') === 'true');
        return button(turn, words.win) ?? raised ?? tiles.at(Math.floor(random() * tiles.length));
      };
      const next = (): HTMLElement | undefined => {
        const over = shown('section.end')[0];
        if (over !== undefined) {
          const again = button(over, words.playAgain);
          if (again === undefined) return button(over, words.ready);
          return mode() === 'forever' ? again : undefined;
        }
        const prompt = section(words.promptLabel);
        if (prompt !== undefined) return answer(prompt);
        const turn = section(words.turnLabel);
        return turn && discard(turn);
      };
      const play = (): void => {
        if (mode() === 'on' || mode() === 'forever') next()?.click();
        setTimeout(() => requestAnimationFrame(play), 60);
      };
      requestAnimationFrame(play);
    },
    { key: KEY, seed: SEED, words: { ...calls, ready, playAgain, promptLabel, turnLabel, hand } },
  );
}

/** Lets a page play by itself until the match is over, or one match after the other, or stop doing so. */
export async function setAutopilot(page: Page, how: 'on' | 'forever' | 'off'): Promise<void> {
  await page.evaluate(([key, value]) => sessionStorage.setItem(key, value), [KEY, how] as const);
}
