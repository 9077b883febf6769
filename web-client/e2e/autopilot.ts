/** Somebody who plays by the controls on the screen: wins when possible, calls now and then, throws what may go. */
import type { Page } from '@playwright/test';
import { en, type Words } from '../src/words/en';

const KEY = 'test.autopilot';

/** Makes a page able to play by itself; it does once it is told to, also after a reload. */
export async function prepareAutopilot(page: Page, spoken: Words = en): Promise<void> {
  const { calls, ready, playAgain, promptLabel, turnLabel, hand } = spoken.table;
  await page.addInitScript(
    ({ key, words }) => {
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
        const wanted = Math.random() < 0.3 ? [words.win, words.pung, words.chow, words.pass] : [words.win, words.pass];
        return run ?? wanted.map((word) => button(prompt, word)).find((each) => each !== undefined);
      };
      const discard = (turn: HTMLElement): HTMLElement | undefined => {
        const tiles = shown(`[role=group][aria-label="${words.hand}"] button:not(.barred)`);
        const raised = tiles.find((each) => each.getAttribute('aria-pressed') === 'true');
        return button(turn, words.win) ?? raised ?? tiles.at(Math.floor(Math.random() * tiles.length));
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
    { key: KEY, words: { ...calls, ready, playAgain, promptLabel, turnLabel, hand } },
  );
}

/** Lets a page play by itself until the match is over, or one match after the other, or stop doing so. */
export async function setAutopilot(page: Page, how: 'on' | 'forever' | 'off'): Promise<void> {
  await page.evaluate(([key, value]) => sessionStorage.setItem(key, value), [KEY, how] as const);
}
