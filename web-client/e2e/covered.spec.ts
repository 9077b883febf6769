/** Nothing that is needed lies under a prompt, a caption or the middle of the table, nor beside the screen, however crowded it is. */
import type { Page } from '@playwright/test';
import { courseUpTo, stress, stressCall, stressTurn, watched, type Fixture } from '../src/dev/fixtures';
import { bySeat, SEATS } from '../src/table/seats';
import { LANGUAGES, painted, resize, SIZES, somebody } from './pages';
import { expect, test } from './sanjin';
import { someGame } from './show';
import { stage } from './stage';

const ALL = [...SIZES, { width: 667, height: 375 }, { width: 640, height: 400 }, { width: 412, height: 780 }] as const;

/** The same table, with names as long as a name can be. */
function longNames({ events, known }: Fixture): Fixture {
  const names = ['Maximilian the Second ab', '欧阳震华欧阳震华欧阳震华欧阳震华欧阳震华欧阳震华', 'Wilhelmina Wanamaker III', 'Alexandra Bartholomew Jr'] as const;
  const seats = bySeat((seat) => ({ type: 'human', name: names[seat], profile: null }) as const);
  return { events, known: { ...known, room: { ...known.room, seats } } };
}

/** What of the players' tiles, names and buttons lies under something else, or not on the screen. A prompt may lie over the middle: it shows the Gold itself. */
function covered(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const slack = 1;
    const lids = [...document.querySelectorAll('section.table .dock .dock, section.table .middle .centre')];
    const needed = '.watched .middle .tile, .side .tile, .side .backs > *, .side .plate, .side .bonus, .side button, .lies .tile, .own .tile, .own .plate, .hand .tile, .aside > *, .dock button';
    const isOver = (one: DOMRect, other: DOMRect): boolean =>
      one.left < other.right - slack && other.left + slack < one.right && one.top < other.bottom - slack && other.top + slack < one.bottom;
    return [...document.querySelectorAll(needed)].flatMap((each) => {
      const whole = each.getBoundingClientRect();
      // Of a chip less is to be seen than to be hit.
      const box = each.matches('.more') ? new DOMRect(whole.x, whole.y + 10, whole.width, whole.height - 20) : whole;
      const told = `${each.closest('.side, .lies, .own, .hand, .aside, .dock')?.className} ${each.className}`;
      if (!each.checkVisibility() || box.width === 0) return [];
      if (box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1) return [`outside: ${told}`];
      return each.closest('.dock') === null && lids.some((lid) => !lid.contains(each) && isOver(box, lid.getBoundingClientRect())) ? [`covered: ${told}`] : [];
    });
  });
}

/** What is covered of a table at any size. */
async function coveredAnywhere(page: Page): Promise<readonly string[]> {
  const found: string[] = [];
  for (const viewport of ALL) {
    await resize(page, viewport);
    await painted(page);
    found.push(...(await covered(page)).map((what) => `${viewport.width}x${viewport.height} ${what}`));
  }
  return found;
}

const MOMENTS: Readonly<Record<string, () => Fixture>> = {
  ...Object.fromEntries(SEATS.filter((seat) => seat !== 1).map((from) => [`a call on a discard of seat ${from}`, () => stressCall(from)])),
  'the own turn': () => stressTurn(),
  'several kongs': () => stressTurn(['dots_5', 'bamboo_1']),
  'a call early in a hand': () => courseUpTo(42),
  'who watches': () => watched(stress()),
};

for (const [name, moment] of Object.entries(MOMENTS)) {
  test(`nothing needed is covered, and no prompt lies over the last discard: ${name}`, async ({ browser }) => {
    for (const { code } of LANGUAGES) {
      for (const fixture of [moment(), longNames(moment())]) {
        const { page, context } = await somebody(browser, 'Koki', code);
        await stage(page, fixture, { leftMs: 90_000 });
        await expect(page.locator('section.table .dock .dock')).toBeVisible();
        // What is looked for is there.
        await expect(page.locator('section.table [data-last]')).toHaveCount(1);

        expect(await coveredAnywhere(page), code).toEqual([]);
        await context.close();
      }
    }
  });
}

test('nothing needed is covered where the own tiles are big', async ({ browser }) => {
  const { page, context } = await somebody(browser, 'Koki');
  await stage(page, stressCall(2), { settings: { tileSize: 'large' } });
  await expect(page.locator('section.table .dock .dock')).toBeVisible();

  expect(await coveredAnywhere(page)).toEqual([]);
  await context.close();
});

test('the caption of a replay covers nothing', async ({ browser, request }) => {
  const { id } = await someGame(request);
  for (const { code } of LANGUAGES) {
    const { page, context } = await somebody(browser, 'Mei', code);
    for (const step of [8, 70]) {
      await page.goto(`/g/${id}/h/2/s/${step}?open=1`);
      await expect(page.locator('section.table .dock .told')).toBeVisible();

      expect(await coveredAnywhere(page), `${code}, step ${step}`).toEqual([]);
    }
    await context.close();
  }
});
