import { describe, expect, it } from 'vitest';
import type { Written } from '../net/sheets';
import { applyWrite, enqueue, sheetOf, type Kept, type Sheet, type SheetHand, type Write } from './kept';
import { STANDARD } from './options';
import { catchUp, flush, type World } from './sender';

const EMPTY: Sheet = { players: ['Koki', 'Josh', 'Mikey', 'Jo'], rules: STANDARD, start: null, hands: [], declared: [], closing: null };

const hand = (id: string): SheetHand => ({ id, riichi: [], note: '', outcome: { type: 'exhaustive_draw', tenpai: [] } });
const record = (id: string): Write => ({ type: 'record', hand: hand(id) });

/** A server with one game, that writes as ours does; `fault` says what becomes of each request on its way. */
function server(fault: (nth: number) => 'fine' | 'lost' | 'answer_lost' = () => 'fine') {
  let [version, sheet, made, requests]: [number, Sheet, boolean, number] = [0, EMPTY, false, 0];
  let organiser = 'ok';
  const removed: string[] = [];
  const write = (kept: Kept, change: Write): Written => {
    if (change.type === 'create') {
      if (!made) [made, version] = [true, 1];
      return { type: 'made', id: 'r1', recorderKey: 'rk', organiserKey: 'ok', version };
    }
    if (sheet.isDeleted) return { type: 'refused', code: 'game_not_found' };
    if (change.type === 'delete' && kept.organiserKey !== organiser) return { type: 'refused', code: 'organiser_only' };
    const isKnown = change.type === 'record' && (removed.includes(change.hand.id) || sheet.hands.some(({ id }) => id === change.hand.id));
    if (isKnown) return { type: 'written', version, repeated: true };
    if (kept.version !== version) return { type: 'conflict' };
    const isMissing = change.type === 'replace' && !sheet.hands.some(({ id }) => id === change.hand.id);
    if (isMissing) return { type: 'conflict' };
    [version, sheet] = [version + 1, applyWrite(sheet, change)];
    return { type: 'written', version, repeated: false };
  };
  return {
    get ids(): readonly string[] {
      return sheet.hands.map(({ id }) => id);
    },
    get sheet(): Sheet {
      return sheet;
    },
    organisedBy: (key: string) => (organiser = key),
    takenOut: (id: string) => {
      removed.push(id);
      [version, sheet] = [version + 1, applyWrite(sheet, { type: 'remove', id })];
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
    ask: async () => (sheet.isDeleted ? ('missing' as const) : { version, sheet }),
    deletedElsewhere: () => {
      sheet = { ...sheet, isDeleted: true };
    },
    broughtBack: () => {
      const { isDeleted: _deleted, ...rest } = sheet;
      sheet = rest;
    },
  };
}

/** A device with a new game and some hands in it. */
function device(there: ReturnType<typeof server>, ...hands: string[]) {
  let kept: Kept = { key: 'k', secret: 's', id: null, recorderKey: null, organiserKey: null, startedAt: 0, version: 0, base: EMPTY, queue: [{ type: 'create' }, ...hands.map(record)], aside: [] };
  let isForgotten = false;
  const world: World = {
    read: () => (isForgotten ? undefined : kept),
    change: (how) => (kept = how(kept)),
    forget: () => (isForgotten = true),
    send: there.send,
    ask: there.ask,
  };
  return {
    world,
    write: (id: string) => (kept = enqueue(kept, record(id))),
    tell: (write: Write) => (kept = enqueue(kept, write)),
    get isForgotten(): boolean {
      return isForgotten;
    },
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

describe('what nothing comes of', () => {
  it('is laid aside: a hand whose answer was lost, and that another device has taken out since', async () => {
    const there = server((request) => (request === 2 ? 'answer_lost' : request > 9 ? 'lost' : 'fine'));
    const here = device(there, 'a', 'b');
    expect(await flush(here.world)).toBe(false);
    there.takenOut('a');

    expect(await flush(here.world)).toBe(true);

    expect(there.ids).toEqual([]);
    expect(here.kept.queue).toEqual([]);
    expect(here.kept.aside).toEqual([{ write: record('a'), why: 'taken_out' }, { write: record('b'), why: 'after_refused' }]);
  });

  it('is laid aside: a change to a hand nobody has', async () => {
    const there = server((request) => (request > 9 ? 'lost' : 'fine'));
    const here = device(there, 'a');
    const replace: Write = { type: 'replace', hand: hand('nowhere') };
    here.tell(replace);

    expect(await flush(here.world)).toBe(true);

    expect(there.ids).toEqual(['a']);
    expect(here.kept).toMatchObject({ queue: [], aside: [{ write: replace, why: 'version_conflict' }] });
  });
});

describe('a game that is put right or deleted', () => {
  const amend: Write = { type: 'amend', players: ['Koki', 'Joshua', 'Mikey', 'Jo'], rules: { ...STANDARD, kiriage: true }, reason: '' };

  it.each([1, 2, 3])('has its new names and rules once, also when the answer to request %i is lost', async (nth) => {
    const there = server((request) => (request === nth ? 'answer_lost' : 'fine'));
    const here = device(there, 'a');
    here.tell(amend);

    expect(await flush(here.world)).toBe(false);
    expect(await flush(here.world)).toBe(true);

    expect(there.sheet).toMatchObject({ players: amend.players, rules: amend.rules });
    expect(here.kept).toMatchObject({ version: 3, queue: [], aside: [], base: { players: amend.players } });
  });

  it.each(['fine', 'answer_lost'] as const)('is forgotten here once it is deleted there: %s', async (fate) => {
    const there = server((request) => (request === 3 ? fate : 'fine'));
    const here = device(there, 'a');
    here.tell({ type: 'delete', reason: '' });

    if (fate === 'answer_lost') expect(await flush(here.world)).toBe(false);
    expect(here.isForgotten).toBe(false);
    expect(await flush(here.world)).toBe(true);

    expect(there.sheet.isDeleted).toBe(true);
    expect(here.isForgotten).toBe(true);
  });

  it('stays, with all its hands, where somebody else is its organiser', async () => {
    const there = server();
    const here = device(there, 'a');
    there.organisedBy('another');
    here.tell({ type: 'delete', reason: '' });

    expect(await flush(here.world)).toBe(true);

    expect(here.isForgotten).toBe(false);
    expect(sheetOf(here.kept).isDeleted).toBeUndefined();
    expect(sheetOf(here.kept).hands).toHaveLength(1);
    expect(here.kept.aside).toEqual([{ write: { type: 'delete', reason: '' }, why: 'organiser_only' }]);
  });

  it('is not set back by an answer that it has overtaken', async () => {
    const there = server();
    const phone = device(there, 'a');
    await flush(phone.world);
    const late = there.ask();
    let answer = (): void => {};
    const isAsked = new Promise<void>((resolve) => (answer = resolve));
    const looked = catchUp({ ...phone.world, ask: async () => isAsked.then(() => late) });

    phone.write('b');
    await flush(phone.world);
    answer();
    await looked;

    expect(phone.kept.version).toBe(3);
    expect(sheetOf(phone.kept).hands.map(({ id }) => id)).toEqual(['a', 'b']);
  });

  it('takes over what a server has that was set back', async () => {
    const there = server();
    const phone = device(there, 'a');
    await flush(phone.world);

    await catchUp({ ...phone.world, ask: async () => ({ version: 1, sheet: EMPTY }) });

    expect(phone.kept).toMatchObject({ version: 1, base: { hands: [] } });
  });
});

describe('a game that was deleted on another device', () => {
  it('is gone as soon as the server is asked, and nothing of it is lost here', async () => {
    const there = server();
    const here = device(there, 'a');
    await flush(here.world);
    there.deletedElsewhere();

    expect(await catchUp(here.world)).toBe(true);

    expect(here.kept).toMatchObject({ isGone: true, base: { hands: [hand('a')] } });
    expect(here.isForgotten).toBe(false);
  });

  it('takes no more entries, and is not asked about for ever', async () => {
    const there = server();
    const here = device(there);
    await flush(here.world);
    there.deletedElsewhere();
    here.write('b');

    expect(await flush(here.world)).toBe(true);

    expect(here.kept).toMatchObject({ isGone: true, queue: [record('b')], aside: [] });
  });

  it('goes on where it is there again', async () => {
    const there = server();
    const here = device(there);
    await flush(here.world);
    there.deletedElsewhere();
    here.write('b');
    await flush(here.world);
    there.broughtBack();

    await flush(here.world);

    expect(there.ids).toEqual(['b']);
    expect(here.kept.isGone).toBeUndefined();
  });
});
