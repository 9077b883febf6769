import { afterEach, describe, expect, it, vi } from 'vitest';
import { STANDARD } from '../riichi/options';
import type { Kept } from '../riichi/kept';
import { followSheet, sendWrite } from './sheets';

const FUTURE = 9_999_999_999_999;

function game(startedAt: number): Kept {
  const base = { players: ['Koki', 'Josh', 'Mikey', 'Jo'], rules: STANDARD, start: null, hands: [], declared: [], closing: null } as const;
  return { key: 'k', secret: 's', id: null, recorderKey: null, organiserKey: null, startedAt, version: 0, base, queue: [], aside: [] };
}

/** A server that makes games that begin when it thinks one can; what it was sent. */
function server(canBegin: (body: Record<string, unknown>) => boolean): Record<string, unknown>[] {
  const asked: Record<string, unknown>[] = [];
  vi.stubGlobal('fetch', async (_path: string, { body }: RequestInit) => {
    const form = JSON.parse(String(body)) as Record<string, unknown>;
    asked.push(form);
    const made = { id: 'r1', recorder_key: 'rk', organiser_key: 'ok', game: { version: 1 } };
    return canBegin(form) ? { status: 201, json: async () => made } : { status: 422, json: async () => ({ code: 'bad_start' }) };
  });
  return asked;
}

afterEach(() => vi.unstubAllGlobals());

describe('a game made where the clock is wrong', () => {
  it('begins by the clock of the server', async () => {
    const asked = server(({ started_at }) => started_at === undefined);

    expect(await sendWrite(game(FUTURE), { type: 'create' })).toMatchObject({ type: 'made', id: 'r1' });
    expect(asked.map(({ started_at, secret }) => ({ started_at, secret }))).toEqual([{ started_at: FUTURE, secret: 's' }, { secret: 's' }]);
  });

  it('is refused if it can begin at no time', async () => {
    const asked = server(() => false);

    expect(await sendWrite(game(FUTURE), { type: 'create' })).toEqual({ type: 'refused', code: 'bad_start' });
    expect(asked).toHaveLength(2);
  });
});

describe('who follows a game', () => {
  it('hears that the server refuses, and not that a line broke', () => {
    const lines: { readyState: number; error: () => void }[] = [];
    class Line {
      static readonly CLOSED = 2;
      readyState = 0;
      constructor() {
        lines.push(this as never);
      }
      addEventListener(name: string, listener: () => void): void {
        Object.assign(this, { [name]: listener });
      }
      close(): void {}
    }
    vi.stubGlobal('EventSource', Line);
    const refused = vi.fn();
    const stop = followSheet('r1', () => {}, () => {}, refused);

    lines[0]?.error();
    expect(refused).not.toHaveBeenCalled();
    Object.assign(lines[0] ?? {}, { readyState: Line.CLOSED });
    lines[0]?.error();
    stop();

    expect(refused).toHaveBeenCalledOnce();
  });
});
