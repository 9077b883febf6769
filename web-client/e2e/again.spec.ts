/** A table whose line was broken, or taken over: what is said and shown there once one is back. */
import { courseUpTo, stressCall, stressTurn, watched } from '../src/dev/fixtures';
import { en } from '../src/words/en';
import { somebody } from './pages';
import { expect, test } from './sanjin';
import { cutOff, stage, tellPlayer, tellWatcher } from './stage';
import { listen, said, spokenTo } from './voice';

test('after a short break nothing is asked that was answered meanwhile', async ({ browser }) => {
  const { page, context } = await somebody(browser, 'Koki');
  await listen(page);
  const call = stressCall(0);
  const answered = [
    {
      type: 'step',
      seq: call.known.seq + 1,
      room: [],
      public: [{ type: 'drew', seat: 2 }, { type: 'phase', phase: { type: 'turn', seat: 2 } }],
      own: [{ type: 'prompt', prompt: null }],
    },
  ] as const;
  await stage(page, call, { missed: answered });
  await expect(page.getByRole('region', { name: en.table.promptLabel })).toBeVisible();
  await spokenTo(page);

  await cutOff(page);

  await expect.poll(async () => (await said(page)).at(-1)).toBe(en.said.again);
  await context.close();
});

test('the menu that was open when a line ended is not open again for who comes back', async ({ browser }) => {
  const { page, context } = await somebody(browser, 'Koki');
  const bye = { type: 'bye', reason: 'replaced', retry_ms: null } as const;
  const menu = page.getByRole('button', { name: en.table.menu });
  const places = [
    { table: stressTurn(), end: () => tellPlayer(page, bye) },
    { table: watched(courseUpTo(100)), end: () => tellWatcher(page, bye) },
  ];
  for (const { table, end } of places) {
    await stage(page, table);
    await menu.click();
    await expect(page.getByRole('dialog')).toBeVisible();
    end();
    await page.getByRole('button', { name: en.endings.playHere }).click();

    await expect(menu).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
  await context.close();
});
