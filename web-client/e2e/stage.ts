/** Tables the test itself shows, in the place of the server: moments that play seldom comes to. */
import type { Page, WebSocketRoute } from '@playwright/test';
import type { Fixture } from '../src/dev/fixtures';
import type { Settings } from '../src/settings.svelte';
import { decodeAs, encodeAs } from '../src/wire/codec';
import type { ActionView, ClientMessage, HandsMessage, SeatMessage, SpectatorMessage } from '../src/wire/messages.generated';

/** How a table is shown: with a timer that runs, to somebody with such settings; and what happens while their line is broken. */
export type Staging = { readonly leftMs?: number; readonly settings?: Partial<Settings>; readonly missed?: readonly SeatMessage[] };

type Said =
  | { readonly audience: 'seat'; readonly message: SeatMessage }
  | { readonly audience: 'spectator'; readonly message: SpectatorMessage }
  | { readonly audience: 'hands'; readonly message: HandsMessage };

const lines = new WeakMap<Page, WebSocketRoute>();
/** What was asked of a table by its player, in order. */
const heard = new WeakMap<Page, ClientMessage[]>();

function send(line: WebSocketRoute | undefined, { audience, message }: Said): void {
  if (line === undefined) throw new Error('no table is shown');
  line.send(Buffer.from(encodeAs(audience, message, 'msgpack') as Uint8Array));
}

/** Says something to the player at a table that is shown. */
export const tellPlayer = (page: Page, message: SeatMessage): void => send(lines.get(page), { audience: 'seat', message });

/** Says something to who watches a table that is shown. */
export const tellWatcher = (page: Page, message: SpectatorMessage): void => send(lines.get(page), { audience: 'spectator', message });

/** Shows all hands to who watches. */
export const openHandsTo = (page: Page, message: HandsMessage): void => send(lines.get(page), { audience: 'hands', message });

/** Breaks the line to a table that is shown. */
export const cutOff = (page: Page): Promise<void> | undefined => lines.get(page)?.close();

/** What a page did at the table it is shown. */
export const doneAt = (page: Page): readonly ActionView[] => (heard.get(page) ?? []).flatMap((message) => (message.type === 'act' ? [message.action] : []));

/** How often a page came to its seat. */
export const returnsTo = (page: Page): number => (heard.get(page) ?? []).filter(({ type }) => type === 'resume').length;

/** Whether calls are passed for a page, each time it asked. */
export const passesAskedAt = (page: Page): readonly boolean[] => (heard.get(page) ?? []).flatMap((message) => (message.type === 'quick_pass' ? [message.on] : []));

/** Shows a table to a page, also after a reload, and goes there. */
export async function stage(page: Page, { known }: Fixture, { leftMs, settings = {}, missed = [] }: Staging = {}): Promise<void> {
  const { seq, room, view, table, seat } = known;
  heard.set(page, []);
  await page.routeWebSocket('**/ws', (line) => {
    lines.set(page, line);
    line.onMessage((frame) => {
      const message = decodeAs('client', Buffer.from(frame));
      if (message === undefined) return;
      heard.get(page)?.push(message);
      const accepted = { type: 'accepted', request: message.request, seq } as const;
      if (message.type === 'resume' && message.last_seq !== null && missed.length > 0) {
        send(line, { audience: 'seat', message: { ...accepted, seq: seq + missed.length } });
        for (const each of missed) send(line, { audience: 'seat', message: each });
      } else if (message.type === 'resume') {
        send(line, { audience: 'seat', message: accepted });
        send(line, { audience: 'seat', message: { type: 'snapshot', seq, room, view } });
        send(line, { audience: 'seat', message: { type: 'presence', online: [true, true, true, false], watchers: 7 } });
        if (leftMs !== undefined) send(line, { audience: 'seat', message: { type: 'timer', seq, left_ms: leftMs } });
      } else if (message.type === 'watch') {
        send(line, { audience: 'spectator', message: accepted });
        send(line, { audience: 'spectator', message: { type: 'snapshot', seq, room, table } });
      } else send(line, { audience: 'seat', message: accepted });
    });
  });
  const kept = { code: room.code, seat, token: 'a token', name: 'Koki', secret: '00'.repeat(32), requests: 1 };
  await page.addInitScript(
    ([seats, chosen]) => {
      if (seats !== null) localStorage.setItem('sanjin.seats', seats);
      localStorage.setItem('sanjin.settings', JSON.stringify({ passing: 'never', passingOffered: true, ...(JSON.parse(chosen) as object) }));
    },
    [seat === null ? null : JSON.stringify([kept]), JSON.stringify(settings)] as const,
  );
  const place = seat === null ? 'watch' : room.stage === 'waiting' ? 'r' : 't';
  await page.goto(`/${place}/${room.code}`);
}

/** Has what goes away by itself after a moment stay, so that it can be looked at. */
export async function standStill(page: Page, ...afterMs: readonly number[]): Promise<void> {
  await page.addInitScript((never) => {
    const usual = window.setTimeout.bind(window);
    window.setTimeout = ((does: TimerHandler, ms?: number, ...given: unknown[]) => (never.includes(ms ?? 0) ? 0 : usual(does, ms, ...given))) as typeof setTimeout;
  }, afterMs);
}
