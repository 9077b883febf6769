import { describe, expect, it } from 'vitest';
import type { Seat } from '../wire/messages.generated';
import { again, applyWrite, confirmed, enqueue, foldSheet, rebase, refused, sheetOf, waiting, type Kept, type Sheet, type SheetHand, type Write } from './kept';
import { STANDARD } from './options';

const EMPTY: Sheet = { players: ['Koki', 'Josh', 'Mikey', 'Jo'], rules: STANDARD, start: null, hands: [], declared: [], closing: null };

function hand(id: string, winner: Seat = 1): SheetHand {
  return { id, riichi: [], note: '', outcome: { type: 'ron', from: 2, wins: [{ winner, worth: { points: 8000 } }] } };
}
const record = (id: string): Write => ({ type: 'record', hand: hand(id) });

function game(queue: readonly Write[], hands: readonly SheetHand[] = []): Kept {
  const base = { ...EMPTY, hands };
  return { key: 'k1', secret: 's', id: 'r1', recorderKey: 'rk', organiserKey: null, startedAt: 0, version: 7, base, queue, aside: [] };
}
const ids = (sheet: Sheet): readonly string[] => sheet.hands.map(({ id }) => id);

describe('a game on this device', () => {
  it('shows what the server has not been told yet', () => {
    const kept = game([record('b'), record('c'), { type: 'remove', id: 'b' }], [hand('a')]);

    expect(ids(sheetOf(kept))).toEqual(['a', 'c']);
    expect(waiting(kept)).toBe(3);
  });

  it('does not say twice that somebody declared riichi, nor at all once the hand says it', () => {
    const declare = (declared: boolean): Write => ({ type: 'riichi', seat: 1, declared });
    const twice = enqueue(enqueue(game([]), declare(true)), declare(false));
    const ended = enqueue(twice, record('a'));

    expect(twice.queue).toEqual([declare(false)]);
    expect(ended.queue).toEqual([record('a')]);
  });

  it('keeps who has declared riichi while points are put right, and when a hand was missing before', () => {
    const correction: Write = { type: 'record', hand: { id: 'c', riichi: [], note: '', outcome: { type: 'correction', points: [100, -100, 0, 0] } } };
    const missing: Write = { ...record('m'), before: 'a' } as Write;
    const declare: Write = { type: 'riichi', seat: 1, declared: true };
    const kept = enqueue(enqueue(enqueue(game([], [hand('a')]), declare), correction), missing);

    expect(kept.queue).toEqual([declare, correction, missing]);
    expect(sheetOf(kept)).toMatchObject({ declared: [1] });
    expect(ids(sheetOf(kept))).toEqual(['m', 'a', 'c']);
  });

  it('tells two corrections apart that move the same points between others', () => {
    const moved = (points: readonly [number, number, number, number]): SheetHand => ({ id: 'c', riichi: [], note: '', outcome: { type: 'correction', points } });
    const kept = game([{ type: 'replace', hand: moved([0, 0, 500, -500]) }], [moved([500, -500, 0, 0])]);

    expect(rebase(kept, { version: 8, sheet: { ...EMPTY, hands: [moved([500, -500, 0, 0])] } }).queue).toHaveLength(1);
  });

  it('has nobody in riichi any more once it is closed', () => {
    const kept = game([{ type: 'riichi', seat: 1, declared: true }, { type: 'close', closing: { early: true } }]);

    expect(sheetOf(kept)).toMatchObject({ closing: { early: true }, declared: [] });
  });

  it('goes by its new names and rules before the server knows them, and is counted by them', () => {
    const base = { ...EMPTY, hands: [{ ...hand('a'), outcome: { type: 'ron', from: 2, wins: [{ winner: 1, worth: { han: 4, fu: 30 } }] } } as const] };
    const kept = { ...game([{ type: 'amend', players: ['Koki', 'Joshua', 'Mikey', 'Jo'], rules: { ...STANDARD, kiriage: true }, reason: '' }]), base };

    expect(sheetOf(kept).players[1]).toBe('Joshua');
    expect(foldSheet(sheetOf(kept))).toMatchObject({ ok: true, state: { scores: [25_000, 33_000, 17_000, 25_000] } });
    expect(waiting(kept)).toBe(1);
  });

  it('is open again once its organiser has reopened it', () => {
    const closed = { ...EMPTY, closing: { early: true } };
    const kept = { ...game([{ type: 'reopen', reason: 'too early' }]), base: closed };

    expect(sheetOf(kept).closing).toBeNull();
    expect(rebase(kept, { version: 8, sheet: EMPTY }).queue).toEqual([]);
  });

  it('keeps the hand that took the place of a stick on its way', () => {
    const declare: Write = { type: 'riichi', seat: 1, declared: true };
    const ended = enqueue(game([declare]), record('a'));

    expect(confirmed(ended, declare, 8)).toMatchObject({ version: 8, queue: [record('a')], base: { declared: [1] } });
    expect(refused(ended, declare, 'impossible_riichi').queue).toEqual([record('a')]);
  });

  it('names an impossible hand by its place in the sheet, uncertain ones counted', () => {
    const unsure: SheetHand = { id: 'u', riichi: [], note: '', uncertain: { note: '?', possible_winners: [] } };
    const odd: SheetHand = { ...hand('x'), outcome: { type: 'ron', from: 2, wins: [{ winner: 1, worth: { points: 8100 } }] } };

    expect(foldSheet({ ...EMPTY, hands: [unsure, odd] })).toEqual({ ok: false, impossible: { number: 2, why: 'no_such_points' } });
  });
});

describe('what the server says', () => {
  it('moves a confirmed entry over, and it stays shown', () => {
    const kept = confirmed(game([record('a'), record('b')]), record('a'), 8);

    expect(kept).toMatchObject({ version: 8, queue: [record('b')] });
    expect(ids(kept.base)).toEqual(['a']);
    expect(ids(sheetOf(kept))).toEqual(['a', 'b']);
  });

  it('has an entry whose answer was lost: it is not sent again, the rest goes on', () => {
    const kept = rebase(game([record('a'), record('b')]), { version: 8, sheet: { ...EMPTY, hands: [hand('a')] } });

    expect(kept).toMatchObject({ version: 8, queue: [record('b')], aside: [] });
  });

  it('has a correction whose answer was lost, whatever the order of its keys', () => {
    const replaced: SheetHand = { note: '', outcome: { wins: [{ worth: { points: 8000 }, winner: 3, yaku: [] }], from: 2, type: 'ron' }, riichi: [], id: 'a' };
    const kept = rebase(game([{ type: 'replace', hand: hand('a', 3) }, record('b')], [hand('a')]), { version: 8, sheet: { ...EMPTY, hands: [replaced] } });

    expect(kept).toMatchObject({ queue: [record('b')], aside: [] });
  });

  it('lays own entries aside when somebody else has written, and loses none', () => {
    const theirs = { ...EMPTY, hands: [hand('a'), hand('theirs')] };
    const kept = rebase(game([record('b'), record('c')], [hand('a')]), { version: 9, sheet: theirs });

    expect(ids(sheetOf(kept))).toEqual(['a', 'theirs']);
    expect(kept.aside.map(({ write }) => write)).toEqual([record('b'), record('c')]);
    expect(waiting(kept)).toBe(0);
  });

  it('is taken over without a word where nothing was waiting', () => {
    const kept = rebase(game([], [hand('a')]), { version: 9, sheet: { ...EMPTY, hands: [hand('a'), hand('theirs')] } });

    expect(kept).toMatchObject({ version: 9, aside: [] });
  });

  it('differs only in who declared riichi: own entries go on', () => {
    const kept = rebase(game([record('b')], [hand('a')]), { version: 9, sheet: { ...EMPTY, hands: [hand('a')], declared: [3] } });

    expect(kept).toMatchObject({ version: 9, queue: [record('b')], aside: [] });
  });

  it('refuses an entry: what came after is not sent in its place', () => {
    const kept = refused(game([record('a'), record('b')]), record('a'), 'impossible_hand');

    expect(kept.queue).toEqual([]);
    expect(kept.aside.map(({ why }) => why)).toEqual(['impossible_hand', 'after_refused']);
  });
});

describe('an entry laid aside', () => {
  it('is written again under another id', () => {
    const write = again(game([]), { write: record('a'), why: '' }, () => 'new');

    expect(write).toEqual({ type: 'record', hand: hand('new') });
  });

  it('becomes a hand of its own where the one to correct is gone', () => {
    const write = again(game([]), { write: { type: 'replace', hand: hand('gone') }, why: '' }, () => 'new');

    expect(write).toEqual({ type: 'record', hand: hand('new') });
    expect(again(game([]), { write: { type: 'remove', id: 'gone' }, why: '' }, () => 'new')).toBeNull();
  });

  it('is harmless twice', () => {
    const once = applyWrite(EMPTY, record('a'));

    expect(applyWrite(once, record('a'))).toEqual(once);
  });
});
