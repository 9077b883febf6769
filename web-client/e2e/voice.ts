/** What the urgent voice of a page says, written down as it is said. */
import type { Page } from '@playwright/test';
import { expect } from './sanjin';

/** Everything the urgent voice has said since the page was loaded. */
export const said = (page: Page): Promise<string[]> =>
  page.evaluate(() => (window as unknown as { said: string[] }).said);

/** Writes down everything the urgent voice says from the next load of the page on: what is said under a sheet nobody hears. */
export async function listen(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const said: string[] = [];
    (window as unknown as { said: string[] }).said = said;
    // In the order they were opened: a page does not say which of them is on top.
    const opened: HTMLDialogElement[] = [];
    const { showModal } = HTMLDialogElement.prototype;
    HTMLDialogElement.prototype.showModal = function show(): void {
      showModal.call(this);
      opened.push(this);
    };
    const isHeard = (region: Element): boolean => {
      const top = opened.findLast((dialog) => dialog.matches(':modal'));
      return region.closest('[inert]') === null && (top === undefined || top.contains(region));
    };
    const written = new WeakSet<Node>();
    const write = (): void => {
      for (const region of document.querySelectorAll('[data-live=assertive]')) {
        for (const each of region.children) {
          if (!written.has(each) && isHeard(region)) said.push(each.textContent.trim());
          written.add(each);
        }
      }
    };
    new MutationObserver(write).observe(document, { childList: true, subtree: true });
  });
}

/** What a reader of the page can hear just now, by how urgently it is told. */
export async function voices(page: Page): Promise<string[]> {
  const line = await page.context().newCDPSession(page);
  const { nodes } = await line.send('Accessibility.getFullAXTree');
  await line.detach();
  return nodes
    .filter(({ ignored }) => !ignored)
    .flatMap(({ properties = [] }) => properties.filter(({ name }) => name === 'live'))
    .map(({ value }) => String(value.value))
    .filter((live) => live !== 'off');
}

/** Waits until the voice is there: it comes when a table is seen, and says first what that asks for. */
export async function spokenTo(page: Page): Promise<void> {
  await expect.poll(async () => (await said(page)).length).toBeGreaterThan(0);
}
