/** What moves on a table came from somewhere: a set from the tile that was called, and nothing because it is looked at from elsewhere. */
import type { Page } from '@playwright/test';
import { courseStep, courseUpTo, stress, watched } from '../src/dev/fixtures';
import { painted, resize, SIZES, somebody } from './pages';
import { expect, test } from './sanjin';
import { stage, tellPlayer } from './stage';

type Moving = { readonly moved: string[] };

/** Has a page note in which lists something travels; nobody here wants less motion. */
async function noteMotion(page: Page): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.addInitScript(() => {
    const moved: string[] = [];
    (window as unknown as { moved: string[] }).moved = moved;
    const usual = Element.prototype.animate;
    Element.prototype.animate = function (this: Element, ...given) {
      moved.push(this.parentElement?.className ?? '');
      return usual.apply(this, given);
    };
  });
}

const moved = (page: Page): Promise<string[]> => page.evaluate(() => (window as unknown as Moving).moved);

/** The step of the course in which the player takes a tile for a first set. */
const FIRST_SET = 37;

test('the first set of a hand travels to where it lies, as the others do', async ({ browser }) => {
  const { page, context } = await somebody(browser, 'Koki');
  await noteMotion(page);
  await stage(page, courseUpTo(FIRST_SET - 1));
  for (const size of [SIZES[1], SIZES[3]]) {
    await resize(page, size);
    await painted(page);
  }

  tellPlayer(page, courseStep(FIRST_SET));

  await expect.poll(async () => (await moved(page)).filter((list) => list.includes('melds')).length).toBe(1);
  await context.close();
});

test('a table that is seen from another seat is another one, and nothing travels there', async ({ browser }) => {
  const { page, context } = await somebody(browser, 'Koki');
  await noteMotion(page);
  await stage(page, watched(stress()));
  for (const size of [SIZES[1], SIZES[3]]) {
    await resize(page, size);
    await painted(page);
    const self = page.locator('.plate').last();
    const before = await self.textContent();

    await page.keyboard.press('v');

    await expect(self).not.toHaveText(before ?? '');
    await painted(page);
    expect(await moved(page)).toEqual([]);
  }
  await context.close();
});
