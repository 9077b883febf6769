/** Watching: nothing hidden comes over the wire, and who looks back is not pulled away. */
import type { Page } from '@playwright/test';
import { en } from '../src/words/en';
import { decodeAs, encodeAs } from '../src/wire/codec';
import { atTableWithBots, setAutopilot } from './autopilot';
import { somebody } from './pages';
import { CUT_OFF, expect, test } from './sanjin';

const WATCH_MS_MAX = 300_000;
const SOON = { timeout: 10_000 };

/** Plays until so many discards lie there in a hand that goes on; the next one, if one ends before. */
async function playTo(page: Page, discards: number): Promise<void> {
  await setAutopilot(page, 'forever');
  await page.waitForFunction(
    (count) => document.querySelector('section.end') === null && document.querySelectorAll('.river li').length >= count,
    discards,
    { timeout: WATCH_MS_MAX },
  );
  await setAutopilot(page, 'off');
}

/** What a page hears from now on. */
function framesTo(page: Page): readonly Buffer[] {
  const frames: Buffer[] = [];
  page.on('websocket', (socket) => {
    socket.on('framereceived', ({ payload }) => frames.push(Buffer.from(payload)));
  });
  return frames;
}

/** Every frame says exactly what a spectator's message can say, to the byte. */
function expectSaidToSpectators(frames: readonly Buffer[]): void {
  for (const frame of frames) {
    const message = decodeAs('spectator', frame);
    if (message === undefined) throw new Error(`not a spectator's message: ${frame.toString('hex')}`);
    expect(Buffer.from(encodeAs('spectator', message, 'msgpack')).equals(frame)).toBe(true);
  }
}

test('a spectator looks back at a running hand, and hears nothing that is hidden', async ({ browser }) => {
  test.setTimeout(WATCH_MS_MAX);
  const mei = await atTableWithBots(browser, 'Mei');

  const anna = await somebody(browser, 'Anna');
  const frames = framesTo(anna.page);
  await anna.page.goto(`/watch/${mei.code}`);
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

  expect(frames.length).toBeGreaterThan(10);
  expectSaidToSpectators(frames);
  await mei.context.close();
  await anna.context.close();
});

test.describe('without a network for a while', () => {
  test.use({ breaks: CUT_OFF });

  test('whoever opens the link in the middle of a hand, or misses some of it, can go back to the deal', async ({ browser }) => {
    test.setTimeout(WATCH_MS_MAX);
    const mei = await atTableWithBots(browser, 'Mei');

    const anna = await somebody(browser, 'Anna');
    const frames = framesTo(anna.page);
    const slider = anna.page.getByRole('slider', { name: en.watch.timeline });
    const behind = anna.page.getByRole('button', { name: en.watch.backToLive });
    const discards = anna.page.locator('.river li');
    const steps = async (): Promise<number> => Number(await slider.getAttribute('max'));

    // The last answers to a discard may end the hand: then the next one is tried.
    const over = mei.page.locator('section.end');
    await expect(async () => {
      await playTo(mei.page, 5);
      await anna.page.goto(`/watch/${mei.code}`);
      await expect.poll(steps, SOON).toBeGreaterThan(10);
      expect(await over.isVisible()).toBe(false);
    }).toPass();
    const lying = await discards.count();
    expect(lying).toBeGreaterThan(2);

    // By the slider to the deal, and back at once.
    await slider.fill('0');
    await expect(discards).toHaveCount(0);
    await expect(behind).toBeVisible();
    await anna.page.keyboard.press('Escape');
    await expect(behind).toBeHidden();
    await expect.poll(() => discards.count()).toBeGreaterThanOrEqual(lying);

    // Step by step by the keys, with everything in the log that had happened by then.
    const log = anna.page.locator('aside li');
    const whole = await log.count();
    await anna.page.locator('.timeline').focus();
    // A few more than there are: the deal is as far as it goes.
    for (let left = (await steps()) + 4; left > 0; left -= 1) await anna.page.keyboard.press('ArrowLeft');
    await expect(slider).toHaveValue('0');
    await expect(discards).toHaveCount(0);
    expect(await log.count()).toBeLessThan(whole - 3);
    await anna.page.keyboard.press('ArrowRight');
    await expect(discards).toHaveCount(1);

    // Without a network she misses more than the room keeps, and the hand she comes back to is whole all the same.
    await anna.page.keyboard.press('Escape');
    await expect(async () => {
      await anna.context.setOffline(true);
      await expect(anna.page.locator('aside .state')).not.toContainText(en.connection.live);
      await playTo(mei.page, 11);
      await anna.context.setOffline(false);
      await expect(anna.page.locator('aside .state')).toContainText(en.connection.live);
      await expect.poll(steps, SOON).toBeGreaterThan(24);
      expect(await over.isVisible()).toBe(false);
    }).toPass();
    await slider.fill('0');
    await expect(discards).toHaveCount(0);
    await anna.page.keyboard.press('Escape');
    await expect.poll(() => discards.count()).toBeGreaterThan(8);

    expectSaidToSpectators(frames);
    expect(frames.filter((frame) => decodeAs('spectator', frame)?.type === 'past').length).toBeGreaterThan(0);
    await mei.context.close();
    await anna.context.close();
  });
});
