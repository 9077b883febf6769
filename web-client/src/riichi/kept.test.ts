import { describe, expect, it } from 'vitest';
import type { Seat } from '../wire/messages.generated';
import { again, applyWrite, areDifferent, confirmed, copyOf, enqueue, foldChanged, foldSheet, losesPoints, rebase, refused, sheetOf, waiting, type Kept, type Sheet, type SheetHand, type Write } from './kept';
import { STANDARD } from './options';
import type { Yakuman } from './yakuman';

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

describe('a game with a hand nobody can have won', () => {
  const tsumo = (id: string, winner: Seat, yakuman: readonly Yakuman[]): SheetHand => ({ id, riichi: [], note: '', outcome: { type: 'tsumo', win: { winner, worth: { yakuman } } } });
  const sheet: Sheet = { ...EMPTY, rules: { ...STANDARD, tobi: null }, hands: [tsumo('old', 0, ['daisangen', 'daisuushii']), tsumo('fine', 0, ['tenhou'])] };

  it('is shown, and goes on', () => {
    const next = applyWrite(sheet, record('a'));

    expect(foldSheet(sheet)).toMatchObject({ ok: true, state: { scores: [169_300, -23_100, -23_100, -23_100] } });
    expect(foldChanged(sheet, next)).toMatchObject({ ok: true });
  });

  it('gets no other, and none by a change before it', () => {
    const refusedWith = (next: Sheet): unknown => foldChanged(sheet, next);
    const odd = (number: number): unknown => ({ ok: false, impossible: { number, why: 'bad_yakuman' } });

    expect(refusedWith(applyWrite(sheet, { type: 'record', hand: tsumo('new', 1, ['tenhou']) }))).toEqual(odd(3));
    expect(refusedWith({ ...sheet, hands: sheet.hands.with(0, { ...hand('old'), outcome: { type: 'exhaustive_draw', tenpai: [] } }) })).toEqual(odd(2));
    expect(refusedWith({ ...sheet, hands: sheet.hands.with(0, tsumo('old', 0, ['tsuuiisou', 'chinroutou'])) })).toEqual(odd(1));
  });
});

describe('other rules', () => {
  const more = { ...STANDARD, starting_points: 30_000 };

  it('leave points over where scores were typed, not where they follow from the hands', () => {
    const closed = (final_scores: readonly [number, number, number, number], hands: readonly SheetHand[] = []): Sheet => ({ ...EMPTY, hands, closing: { final_scores } });

    expect(losesPoints(closed([40_000, 30_000, 20_000, 10_000]), more)).toBe(true);
    expect(losesPoints(closed([40_000, 30_000, 20_000, 10_000]), { ...STANDARD, kiriage: true })).toBe(false);
    expect(losesPoints(closed([25_000, 33_000, 17_000, 25_000], [hand('a')]), more)).toBe(false);
    expect(losesPoints(EMPTY, more)).toBe(false);
  });
});

describe('undo', () => {
  const riichi = (seat: Seat, declared = true): Write => ({ type: 'riichi', seat, declared });
  const undo = (id: string): Write => ({ type: 'undo', id });
  const declared = (id: string, ...seats: Seat[]): SheetHand => ({ ...hand(id), riichi: seats });

  it('plays the hand on with its own riichi alone, twice in a row', () => {
    const kept = game([], [declared('a', 1), declared('b', 0, 3)]);
    const once = enqueue(kept, undo('b'));
    const twice = enqueue(once, undo('a'));

    expect(sheetOf(once)).toMatchObject({ declared: [0, 3], hands: [{ id: 'a' }] });
    expect(sheetOf(twice)).toMatchObject({ declared: [1], hands: [] });
  });

  it.each([
    ['not sent yet', (kept: Kept): Kept => enqueue(kept, riichi(2))],
    ['known to the server', (kept: Kept): Kept => confirmed(enqueue(kept, riichi(2)), riichi(2), 8)],
  ])('takes back a riichi of the hand that came after it, %s', (_when, declare) => {
    const kept = enqueue(declare(game([], [declared('a', 1)])), undo('a'));

    expect(kept.queue).toEqual([undo('a')]);
    expect(sheetOf(kept).declared).toEqual([1]);
  });

  it('of points put right leaves who has declared riichi', () => {
    const correction: SheetHand = { id: 'c', riichi: [], note: '', outcome: { type: 'correction', points: [100, -100, 0, 0] } };
    const kept = enqueue(enqueue(game([], [correction]), riichi(2)), undo('c'));

    expect(kept.queue).toEqual([riichi(2), undo('c')]);
    expect(sheetOf(kept)).toMatchObject({ declared: [2], hands: [] });
  });

  it('whose answer was lost is not sent again', () => {
    const kept = rebase(game([undo('a'), record('b')], [declared('a', 1)]), { version: 8, sheet: { ...EMPTY, declared: [1] } });

    expect(kept).toMatchObject({ queue: [record('b')], aside: [] });
  });

  it('laid aside is written again as what it is by then', () => {
    const aside = { write: undo('a'), why: '' };

    expect(again(game([], [hand('a')]), aside, () => 'new')).toEqual(undo('a'));
    expect(again(game([], [hand('a'), hand('b')]), aside, () => 'new')).toEqual({ type: 'remove', id: 'a' });
    expect(again(game([], [hand('b')]), aside, () => 'new')).toBeNull();
  });
});

describe('what the server says', () => {
  it('closed with other scores than those typed here: the own ones are laid aside', () => {
    const close: Write = { type: 'close', closing: { final_scores: [40_000, 30_000, 20_000, 10_000] } };
    const told = (scores: readonly [number, number, number, number]): Kept => rebase(game([close]), { version: 8, sheet: { ...EMPTY, closing: { final_scores: scores } } });

    expect(told([40_000, 30_000, 20_000, 10_000])).toMatchObject({ queue: [], aside: [] });
    expect(told([10_000, 20_000, 30_000, 40_000])).toMatchObject({ queue: [], aside: [{ write: close }] });
  });

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

  it('refuses an entry: what came after is not sent in its place', () => {
    const kept = refused(game([record('a'), record('b')]), record('a'), 'impossible_hand');

    expect(kept.queue).toEqual([]);
    expect(kept.aside.map(({ why }) => why)).toEqual(['impossible_hand', 'after_refused']);
  });
});

describe('riichi declared on two devices', () => {
  const declare = (seat: Seat, declared = true): Write => ({ type: 'riichi', seat, declared });
  const told = (declared: readonly Seat[], ...hands: SheetHand[]) => ({ version: 9, sheet: { ...EMPTY, hands, declared } });
  const won = (id: string, ...riichi: Seat[]): SheetHand => ({ ...hand(id), riichi });
  const ending = (id: string, ...riichi: Seat[]): Write => ({ type: 'record', hand: won(id, ...riichi) });
  const declaredBefore = (kept: Kept, ...declared: Seat[]): Kept => ({ ...kept, base: { ...kept.base, declared } });

  it('by others in a hand that was ended here without it: a person decides, and neither is lost', () => {
    const correction: Write = { type: 'record', hand: { id: 'c', riichi: [], note: '', outcome: { type: 'correction', points: [100, -100, 0, 0] } } };
    const kept = rebase(game([correction, ending('b', 0), record('d')], [hand('a')]), told([3], hand('a')));

    expect(kept.queue).toEqual([correction]);
    expect(kept.aside).toEqual([ending('b', 0), record('d')].map((write) => ({ write, why: 'version_conflict' })));
    expect(sheetOf(kept).declared).toEqual([3]);
    expect(again(kept, { write: ending('b', 0), why: '' }, () => 'new')).toEqual(ending('new', 0, 3));
  });

  it('by others and here alike, or taken back by both: own entries go on', () => {
    expect(rebase(game([ending('b', 3)]), told([3]))).toMatchObject({ version: 9, queue: [ending('b', 3)], aside: [] });
    expect(rebase(declaredBefore(game([ending('b')]), 3), told([]))).toMatchObject({ queue: [ending('b')], aside: [] });
  });

  it('taken back by others alone: the hand that has it is laid aside', () => {
    expect(rebase(declaredBefore(game([ending('b', 3)]), 3), told([]))).toMatchObject({ queue: [], aside: [{ write: ending('b', 3) }] });
  });

  it('taken back here alone, as the others knew it: own entries go on', () => {
    expect(rebase(declaredBefore(game([ending('b')]), 3), told([3]))).toMatchObject({ queue: [ending('b')], aside: [] });
  });

  it('by others in the hand after one that is taken back here: a person decides', () => {
    const undo: Write = { type: 'undo', id: 'a' };

    expect(rebase(game([undo], [hand('a')]), told([2], hand('a')))).toMatchObject({ queue: [], aside: [{ write: undo }] });
  });

  it('of another seat go on while the hand is played', () => {
    expect(rebase(game([declare(1)]), told([3]))).toMatchObject({ queue: [declare(1)], aside: [] });
  });

  it('here in a hand that others ended without it: it can be put into that hand', () => {
    const kept = rebase(game([declare(1)], [hand('a')]), told([2], hand('a'), won('theirs', 3), won('next')));

    expect(kept).toMatchObject({ queue: [], aside: [{ write: { type: 'replace', hand: won('theirs', 3, 1) }, why: 'version_conflict' }] });
    expect(rebase(game([declare(1)], [hand('a')]), told([], hand('a'), won('theirs', 1)))).toMatchObject({ queue: [], aside: [] });
  });

  it('here after a hand that is laid aside or refused lies there with it', () => {
    const kept = game([record('b'), declare(1)], [hand('a')]);

    expect(rebase(kept, told([], hand('a'), hand('theirs'))).aside.map(({ write }) => write)).toEqual([record('b'), declare(1)]);
    expect(refused(kept, record('b'), 'impossible_hand').aside.map(({ write }) => write)).toEqual([record('b'), declare(1)]);
    expect(again(game([]), { write: declare(1), why: '' }, () => 'new')).toEqual(declare(1));
    expect(again(declaredBefore(game([]), 1), { write: declare(1), why: '' }, () => 'new')).toBeNull();
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

describe('names', () => {
  it('are different in more than their letters', () => {
    expect(areDifferent(['Ana', 'Bo', 'Cai', 'Dai'])).toBe(true);
    expect(areDifferent(['Ana', 'Bo', 'ANA', 'Dai'])).toBe(false);
  });
});

describe('a copy of a game the server has no more', () => {
  const base: Sheet = { players: ['Koki', 'Josh', 'Mikey', 'Jo'], rules: STANDARD, start: null, hands: [], declared: [], closing: null };
  const fresh: Kept = { key: 'new', secret: 't', id: null, recorderKey: null, organiserKey: null, startedAt: 9, version: 0, base, queue: [], aside: [] };
  const draw = (id: string): SheetHand => ({ id, riichi: [], note: '', outcome: { type: 'exhaustive_draw', tenpai: [] } });

  it('has all that was written here, under names of its own', () => {
    const hands = [{ ...draw('a'), edited_at: 5 }];
    const gone: Kept = { ...fresh, key: 'old', id: 'r1', version: 3, startedAt: 1, isGone: true, base: { ...base, hands, closing: { final_scores: [25000, 25000, 25000, 25000] } }, queue: [{ type: 'record', hand: draw('b') }] };

    let count = 0;
    const copy = copyOf(gone, fresh, () => `id${(count += 1)}`);

    expect(sheetOf(copy).hands).toEqual([draw('id1'), draw('id2')]);
    expect(copy.queue.map(({ type }) => type)).toEqual(['create', 'record', 'record', 'close']);
    expect(copy).toMatchObject({ key: 'new', secret: 't', id: null, startedAt: 1, version: 0 });
    expect(copy.isGone).toBeUndefined();
  });
});
