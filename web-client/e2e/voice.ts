/** What the urgent voice of a page says, written down as it is said. */
import type { Page } from '@playwright/test';
import { expect } from './sanjin';

/** Everything the urgent voice has said since the page was loaded. */
export const said = (page: Page): Promise<string[]> =>
  page.evaluate(() => (window as unknown as { said: string[] }).said);

/** Writes down everything the urgent voice says from the next load of the page on. */
export async function listen(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const said: string[] = [];
    (window as unknown as { said: string[] }).said = said;
    const start = (): void => {
      const region = document.querySelector('[data-live=assertive]');
      if (region === null) {
        requestAnimationFrame(start);
        return;
      }
      const write = (): void => {
        const text = region.textContent?.trim() ?? '';
        if (text !== '') said.push(text);
      };
      // Something may have been said before the region was found.
      write();
      new MutationObserver(write).observe(region, { childList: true, subtree: true, characterData: true });
    };
    start();
  });
}

/** Waits until the voice is there: it comes when a table is seen, and says first what that asks for. */
export async function spokenTo(page: Page): Promise<void> {
  await expect.poll(async () => (await said(page)).length).toBeGreaterThan(0);
}
