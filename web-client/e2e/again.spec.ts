/** A table whose line was broken, or taken over: what is said and shown there once one is back. */
import { stressCall } from '../src/dev/fixtures';
import { en } from '../src/words/en';
import { somebody } from './pages';
import { expect, test } from './sanjin';
import { cutOff, stage } from './stage';
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
