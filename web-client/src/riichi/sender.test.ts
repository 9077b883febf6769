import { describe, expect, it } from 'vitest';
import type { Written } from '../net/sheets';
import { applyWrite, enqueue, sheetOf, type Kept, type Sheet, type SheetHand, type Write } from './kept';
import { STANDARD } from './options';
import { flush, type World } from './sender';

const EMPTY: Sheet = { players: ['Koki', 'Josh', 'Mikey', 'Jo'], rules: STANDARD, start: null, hands: [], declared: [], closing: null };

const hand = (id: string): SheetHand => ({ id, riichi: [], note: '', outcome: { type: 'exhaustive_draw', tenpai: [] } });
const record = (id: string): Write => ({ type: 'record', hand: hand(id) });

/** A server with one game, that writes as ours does; `fault` says what becomes of each request on its way. */
function server(fault: (nth: number) => 'fine' | 'lost' | 'answer_lost' = () => 'fine') {
  let [version, sheet, made, requests]: [number, Sheet, boolean, number] = [0, EMPTY, false, 0];
  const write = (kept: Kept, change: Write): Written => {
    if (change.type === 'create') {
      if (!made) [made, version] = [true, 1];
      return { type: 'made', id: 'r1', recorderKey: 'rk', organiserKey: 'ok', version };
    }
    const isKnown = change.type === 'record' && sheet.hands.some(({ id }) => id === change.hand.id);
    if (isKnown) return { type: 'written', version, repeated: true };
    if (kept.version !== version) return { type: 'conflict' };
    [version, sheet] = [version + 1, applyWrite(sheet, change)];
    return { type: 'written', version, repeated: false };
  };
  return {
    get ids(): readonly string[] {
      return sheet.hands.map(({ id }) => id);
    },
    byOthers: (id: string) => {
      [version, sheet] = [version + 1, applyWrite(sheet, record(id))];
    },
    send: async (kept: Kept, change: Write): Promise<Written> => {
      requests += 1;
      const fate = fault(requests);
      if (fate === 'lost') return { type: 'later' };
      const answer = write(kept, change);
      return fate === 'answer_lost' ? { type: 'later' } : answer;
    },
    ask: async () => ({ version, sheet }),
  };
}

/** A device with a new game and some hands in it. */
function device(there: ReturnType<typeof server>, ...hands: string[]) {
  let kept: Kept = { key: 'k', secret: 's', id: null, recorderKey: null, organiserKey: null, startedAt: 0, version: 0, base: EMPTY, queue: [{ type: 'create' }, ...hands.map(record)], aside: [] };
  const world: World = {
    read: () => kept,
    change: (how) => (kept = how(kept)),
    send: there.send,
    ask: there.ask,
  };
  return {
    world,
    write: (id: string) => (kept = enqueue(kept, record(id))),
    get kept(): Kept {
      return kept;
    },
  };
}

describe('what was written on this device', () => {
  it('reaches the server in order', async () => {
    const there = server();
    const here = device(there, 'a', 'b', 'c');

    expect(await flush(here.world)).toBe(true);

    expect(there.ids).toEqual(['a', 'b', 'c']);
    expect(here.kept).toMatchObject({ id: 'r1', recorderKey: 'rk', queue: [], version: 4 });
  });

  it.each([1, 2, 3, 4])('reaches it once when the answer to request %i is lost', async (nth) => {
    const there = server((request) => (request === nth ? 'answer_lost' : 'fine'));
    const here = device(there, 'a', 'b', 'c');

    expect(await flush(here.world)).toBe(false);
    expect(await flush(here.world)).toBe(true);

    expect(there.ids).toEqual(['a', 'b', 'c']);
    expect(here.kept).toMatchObject({ queue: [], aside: [] });
  });

  it('waits as long as the server can’t be reached', async () => {
    const there = server((request) => (request < 4 ? 'lost' : 'fine'));
    const here = device(there, 'a');
    for (const isDone of [false, false, false, true]) expect(await flush(here.world)).toBe(isDone);

    expect(there.ids).toEqual(['a']);
  });

  it('is kept when more is written while an answer is on its way', async () => {
    const there = server();
    const here = device(there, 'a');
    const send = there.send;
    let isFirst = true;
    const world: World = {
      ...here.world,
      send: async (kept, change) => {
        if (isFirst) here.write('b');
        isFirst = false;
        return send(kept, change);
      },
    };

    await flush(world);

    expect(there.ids).toEqual(['a', 'b']);
  });

  it('is laid aside when another device has written, and both games agree', async () => {
    const there = server();
    const here = device(there, 'a');
    await flush(here.world);
    there.byOthers('theirs');
    here.write('mine');

    expect(await flush(here.world)).toBe(true);

    expect(there.ids).toEqual(['a', 'theirs']);
    expect(sheetOf(here.kept).hands.map(({ id }) => id)).toEqual(['a', 'theirs']);
    expect(here.kept.aside.map(({ write }) => write)).toEqual([record('mine')]);
  });
});
