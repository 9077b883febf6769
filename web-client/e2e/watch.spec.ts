/** Watching: nothing hidden comes over the wire, and who looks back is not pulled away. */
import { en } from '../src/words/en';
import { decodeAs, encodeAs } from '../src/wire/codec';
import { prepareAutopilot, setAutopilot } from './autopilot';
import { openRoom, somebody } from './pages';
import { expect, test } from './sanjin';

const WATCH_MS_MAX = 300_000;

test('a spectator looks back at a running hand, and hears nothing that is hidden', async ({ browser }) => {
  test.setTimeout(WATCH_MS_MAX);
  const mei = await somebody(browser, 'Mei');
  await prepareAutopilot(mei.page);
  const code = await openRoom(mei.page);
  await mei.page.getByRole('button', { name: en.room.fillWithBots }).click();
  await mei.page.getByRole('button', { name: en.room.start, exact: true }).click();
  await mei.page.waitForURL('**/t/*');

  const anna = await somebody(browser, 'Anna');
  const frames: Buffer[] = [];
  anna.page.on('websocket', (socket) => {
    socket.on('framereceived', ({ payload }) => frames.push(Buffer.from(payload)));
  });
  await anna.page.goto(`/watch/${code}`);
  const slider = anna.page.getByRole('slider', { name: en.watch.timeline });
  await expect(slider).toBeVisible();
  await expect(anna.page.getByText(en.watch.live)).toBeVisible();

  // The hand goes on while Anna looks at its first step. It may end at any moment: then the next one is tried.
  const behind = anna.page.getByRole('button', { name: en.watch.backToLive });
  const told = async (): Promise<string | undefined> => (await behind.allTextContents())[0];
  const over = mei.page.locator('section.end');
  await expect(async () => {
    await setAutopilot(mei.page, 'forever');
    await expect.poll(async () => Number(await slider.getAttribute('max'))).toBeGreaterThan(10);
    await setAutopilot(mei.page, 'off');
    await slider.fill('0', { timeout: 1_000 });
    const before = await told();
    await setAutopilot(mei.page, 'forever');
    await expect.poll(async () => (await over.isVisible()) || (await told()) !== before).toBe(true);
    await setAutopilot(mei.page, 'off');
    expect(await over.isVisible()).toBe(false);
    expect(await told()).toContain(en.watch.backToLive);
    expect(await slider.inputValue()).toBe('0');
  }).toPass();

  // The keys that ask are answered about what she sees, and the number after `r` turns nothing.
  const said = anna.page.locator('[data-live=assertive]');
  await anna.page.getByRole('group', { name: en.watch.viewpoint }).getByRole('button').first().click();
  await anna.page.keyboard.press('l');
  await expect(said).toHaveText(en.said.nothingYet);
  await anna.page.keyboard.press('r');
  await anna.page.keyboard.press('3');
  await expect(said).toContainText('has discarded nothing');
  await expect(anna.page.getByRole('group', { name: en.watch.viewpoint }).getByRole('button').first()).toHaveAttribute('aria-pressed', 'true');

  // The next hand is dealt, and she still looks at the first step of this one.
  const steps = async (): Promise<number> => Number(await slider.getAttribute('max'));
  const unsaid = await anna.page.locator('[data-live=polite]').textContent();
  const isFarBehind = async (): Promise<boolean> => Number(/\d+/.exec((await told()) ?? '')?.[0]) > (await steps()) + 1;
  await setAutopilot(mei.page, 'forever');
  await expect.poll(isFarBehind, { timeout: 120_000 }).toBe(true);
  await setAutopilot(mei.page, 'off');
  expect(await slider.inputValue()).toBe('0');
  expect(await steps()).toBeGreaterThan(10);
  await anna.page.keyboard.press('l');
  await expect(said).toHaveText(en.said.nothingYet);

  // What the keys do is said; what happens at the table meanwhile was not.
  const calm = anna.page.locator('[data-live=polite]');
  expect(await calm.textContent()).toBe(unsaid);
  await anna.page.keyboard.press('ArrowRight');
  await expect(said).toContainText(/\d+ steps? behind\./);
  await anna.page.keyboard.press('2');
  await expect(calm).toContainText(`${en.watch.viewpoint}: `);

  // Back at the table by the button, the focus stays beside the slider.
  await behind.focus();
  await anna.page.keyboard.press('Enter');
  await expect(behind).toBeHidden();
  await expect(said).toHaveText(en.watch.live);
  await expect(anna.page.locator('.timeline')).toBeFocused();
  await anna.page.keyboard.press('ArrowLeft');
  await expect(behind).toBeVisible();
  await anna.page.keyboard.press('Escape');
  await expect(behind).toBeHidden();
  await expect(said).toHaveText(en.watch.live);

  // Every frame says exactly what a spectator's message can say, to the byte.
  expect(frames.length).toBeGreaterThan(10);
  for (const frame of frames) {
    const message = decodeAs('spectator', frame);
    if (message === undefined) throw new Error(`not a spectator's message: ${frame.toString('hex')}`);
    expect(Buffer.from(encodeAs('spectator', message, 'msgpack')).equals(frame)).toBe(true);
  }
  await mei.context.close();
  await anna.context.close();
});
