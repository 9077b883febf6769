/** A game kept on this device: what the server has of it, and what it has still to be told. All of it pure. */
import { assertNever, SEATS } from '../table/seats';
import type { BySeat, Seat } from '../wire/messages.generated';
import { brokenOff, fold, oddPlaces, type Folded, type Start } from './fold';
import type { Hand, Outcome } from './hand';
import type { Options } from './options';

/** What is known of a hand nobody is sure of. */
export type Uncertain = { readonly note: string; readonly possible_winners: readonly Seat[]; readonly points?: number };

/** A hand of a sheet: how it ended, or what is known of it. Its id is made here. */
export type SheetHand = {
  readonly id: string;
  readonly riichi: readonly Seat[];
  readonly outcome?: Outcome;
  readonly uncertain?: Uncertain;
  readonly note: string;
  /** When it was last changed after it was recorded. */
  readonly edited_at?: number;
};

/** How a game is closed. */
export type Closing = {
  readonly final_scores?: BySeat<number>;
  readonly early?: boolean;
  readonly accept_difference?: boolean;
};

/** A game as its recorder has written it down. */
export type Sheet = {
  readonly players: BySeat<string>;
  readonly rules: Options;
  readonly start: Start | null;
  readonly hands: readonly SheetHand[];
  /** Who has declared riichi in the hand that is being played. */
  readonly declared: readonly Seat[];
  readonly closing: Closing | null;
  /** Whether it is to be deleted: then it is gone everywhere. */
  readonly isDeleted?: true;
};

/** Something the server has to be told, in this order. */
export type Write =
  | { readonly type: 'create' }
  /** After all others, or before one that is there. */
  | { readonly type: 'record'; readonly hand: SheetHand; readonly before?: string }
  | { readonly type: 'replace'; readonly hand: SheetHand }
  | { readonly type: 'remove'; readonly id: string }
  /** The last hand is taken back and played on: its riichi lie on the table again, and those declared since do not. */
  | { readonly type: 'undo'; readonly id: string }
  | { readonly type: 'riichi'; readonly seat: Seat; readonly declared: boolean }
  | { readonly type: 'close'; readonly closing: Closing }
  /** By the organiser, who says why. */
  | { readonly type: 'reopen'; readonly reason: string }
  /** Names and rules put right; of a closed game by the organiser, who says why. */
  | { readonly type: 'amend'; readonly players: BySeat<string>; readonly rules: Options; readonly reason: string }
  | { readonly type: 'delete'; readonly reason: string };

/** An own entry that is not in the server's game; nothing is lost, a person decides. */
export type Aside = { readonly write: Write; readonly why: string };

/** A game on this device. */
export type Kept = {
  /** Its name on this device. */
  readonly key: string;
  /** Made up here: sent again it is the same game. */
  readonly secret: string;
  /** The server's name for it, once it has one. */
  readonly id: string | null;
  readonly recorderKey: string | null;
  readonly organiserKey: string | null;
  readonly startedAt: number;
  /** How many minutes its recorder may correct a hand; without end if it is not said. */
  readonly correctionMinutes?: number;
  readonly version: number;
  /** What the server has. */
  readonly base: Sheet;
  readonly queue: readonly Write[];
  readonly aside: readonly Aside[];
  /** The server has it no more: somebody has deleted it. Nothing is sent until a person decides. */
  readonly isGone?: true;
};

/** What the server says of a game. */
export type Told = { readonly version: number; readonly sheet: Sheet };

/** The game with everything in it that the server has still to be told. */
export function sheetOf({ base, queue }: Kept): Sheet {
  return queue.reduce(applyWrite, base);
}

/** Whether people can be told apart: notes are read in small letters. */
export function areDifferent(names: readonly string[]): boolean {
  return new Set(names.map((name) => name.toLowerCase())).size === names.length;
}

/** A game that the server has no more, as entries of another: everything it held on this device is written anew. */
export function copyOf(gone: Kept, fresh: Kept, newId: () => string): Kept {
  const { hands, declared, closing, isDeleted: _deleted, ...sheet } = sheetOf(gone);
  const closings = closing === null ? [] : [{ type: 'close', closing: { ...closing, accept_difference: true } } as const];
  const queue: readonly Write[] = [
    { type: 'create' },
    ...hands.map(({ edited_at: _edited, ...hand }) => ({ type: 'record', hand: { ...hand, id: newId() } }) as const),
    ...declared.map((seat) => ({ type: 'riichi', seat, declared: true }) as const),
    ...closings,
  ];
  const { startedAt, correctionMinutes } = gone;
  const limit = correctionMinutes === undefined ? {} : { correctionMinutes };
  return { ...fresh, ...limit, startedAt, base: { ...sheet, hands: [], declared: [], closing: null }, queue };
}

/** The hands that are sure, with their places in the sheet. */
export function sureHands({ hands }: Sheet): readonly { readonly hand: Hand; readonly place: number }[] {
  return hands.flatMap(({ riichi, outcome }, place) => (outcome === undefined ? [] : [{ hand: { riichi, outcome }, place }]));
}

/** Folds the sure hands of a sheet; an impossible one has its number in the sheet. */
export function foldSheet(sheet: Sheet): Folded {
  const sure = sureHands(sheet);
  const folded = fold({ options: sheet.rules, start: sheet.start }, sure.map(({ hand }) => hand));
  if (folded.ok) return folded;
  const { number, why } = folded.impossible;
  return { ok: false, impossible: { number: (sure[number - 1]?.place ?? 0) + 1, why } };
}

/** Folds a sheet as somebody would change it: a hand nobody can have won is refused, unless it was there and is the same. */
export function foldChanged(sheet: Sheet, next: Sheet): Folded {
  const folded = foldSheet(next);
  const old = oddHands(sheet, foldSheet(sheet));
  const odd = oddHands(next, folded).find(({ hand }) => !old.some((other) => plain(other.hand) === plain(hand)));
  return odd === undefined ? folded : { ok: false, impossible: { number: odd.place + 1, why: 'bad_yakuman' } };
}

function oddHands(sheet: Sheet, folded: Folded): readonly { readonly hand: SheetHand; readonly place: number }[] {
  if (!folded.ok) return [];
  const sure = sureHands(sheet);
  const places = oddPlaces(sure.map(({ hand }) => hand), folded.settled).map((nth) => sure[nth]?.place ?? 0);
  return sheet.hands.flatMap((hand, place) => (places.includes(place) ? [{ hand, place }] : []));
}

/** Whether scores that were typed at the end are none by other rules; those that come from the hands follow the rules. */
export function losesPoints(sheet: Sheet, rules: Options): boolean {
  const typed = sheet.closing?.final_scores;
  const folded = foldSheet(sheet);
  if (typed === undefined || !folded.ok) return false;
  const isByHands = JSON.stringify(brokenOff(folded.state, sheet.rules).scores) === JSON.stringify(typed);
  return !isByHands && typed.reduce((sum, score) => sum + score, 0) !== 4 * rules.starting_points;
}

/** The sheet after a write; what it does not fit is left as it was. */
export function applyWrite(sheet: Sheet, write: Write): Sheet {
  switch (write.type) {
    case 'create':
      return sheet;
    case 'record': {
      const isKnown = sheet.hands.some(({ id }) => id === write.hand.id);
      if (isKnown) return sheet;
      const place = sheet.hands.findIndex(({ id }) => id === write.before);
      const hands = sheet.hands.toSpliced(place < 0 ? sheet.hands.length : place, 0, write.hand);
      return { ...sheet, hands, declared: endsHand(write) ? [] : sheet.declared };
    }
    case 'replace':
      return { ...sheet, hands: sheet.hands.map((hand) => (hand.id === write.hand.id ? write.hand : hand)) };
    case 'remove':
      return { ...sheet, hands: sheet.hands.filter(({ id }) => id !== write.id) };
    case 'undo': {
      const undone = sheet.hands.find(({ id }) => id === write.id);
      const hands = sheet.hands.filter((hand) => hand !== undone);
      return { ...sheet, hands, declared: undone !== undefined && isPlayed(undone) ? undone.riichi : sheet.declared };
    }
    case 'riichi':
      return { ...sheet, declared: withRiichi(sheet.declared, write) };
    case 'close':
      return { ...sheet, closing: write.closing, declared: [] };
    case 'reopen':
      return { ...sheet, closing: null };
    case 'amend':
      return { ...sheet, players: write.players, rules: write.rules };
    case 'delete':
      return { ...sheet, isDeleted: true };
    default:
      return assertNever(write);
  }
}

/** Whether it ends the hand that is being played; a correction or what was missing before does not. */
function endsHand({ hand, before }: Extract<Write, { type: 'record' }>): boolean {
  return before === undefined && isPlayed(hand);
}

/** Whether it is a hand at all; points are put right while one is being played. */
function isPlayed({ outcome }: SheetHand): boolean {
  return outcome?.type !== 'correction';
}

/** Adds a write. A stick that the next hand names itself, or that was never declared, need not be told any more. */
export function enqueue(kept: Kept, write: Write): Kept {
  const isUndone = write.type === 'undo' && sheetOf(kept).hands.some((hand) => hand.id === write.id && isPlayed(hand));
  const isSettled = isUndone || (write.type === 'record' && endsHand(write));
  const isStale = (other: Write): boolean =>
    other.type === 'riichi' && (isSettled || (write.type === 'riichi' && write.seat === other.seat));
  return { ...kept, queue: [...kept.queue.filter((other) => !isStale(other)), write] };
}

/** How many entries the server has not confirmed. */
export function waiting({ queue }: Kept): number {
  return queue.filter(({ type }) => type !== 'riichi' && type !== 'create').length;
}

/** A write that was sent is in the server's game; a stick may have left the queue while it was on its way. */
export function confirmed(kept: Kept, sent: Write, version: number): Kept {
  const queue = isFirst(kept, sent) ? kept.queue.slice(1) : kept.queue;
  return { ...kept, version, base: applyWrite(kept.base, sent), queue };
}

function isFirst({ queue }: Kept, write: Write): boolean {
  return plain(queue[0]) === plain(write);
}

/**
 * Takes over what the server says. What it has is not sent again. If others have written meanwhile, own entries
 * that are not in it are laid aside for a person to decide; else they are sent on.
 */
export function rebase(kept: Kept, told: Told): Kept {
  let expected = kept.base;
  const queue = [...kept.queue];
  for (let first = queue[0]; first !== undefined && isIn(told.sheet, first); first = queue[0]) {
    expected = applyWrite(expected, first);
    queue.shift();
  }
  const next = { ...kept, version: told.version, base: told.sheet };
  const lay = (lost: readonly Write[]): readonly Aside[] => [...kept.aside, ...lost.map((write) => ({ write, why: 'version_conflict' }))];
  if (isSame(expected, told.sheet)) {
    // What comes before the end of a hand in which others have declared riichi goes on.
    const end = queue.findIndex((write) => isUnaware(write, expected.declared, told.sheet));
    return end < 0 ? { ...next, queue } : { ...next, queue: queue.slice(0, end), aside: lay(queue.slice(end)) };
  }
  const lost = queue.filter((write) => !isIn(told.sheet, write));
  return { ...next, queue: [], aside: lay(inHand(lost, expected, told.sheet)) };
}

/** Whether a write ends or takes back a hand without knowing who has declared riichi in it, or no longer has. */
function isUnaware(write: Write, expected: readonly Seat[], { hands, declared }: Sheet): boolean {
  const others = SEATS.filter((seat) => declared.includes(seat) !== expected.includes(seat));
  if (write.type === 'record' && endsHand(write)) return others.some((seat) => declared.includes(seat) !== write.hand.riichi.includes(seat));
  const isPlayedOn = write.type === 'undo' && hands.some((hand) => hand.id === write.id && isPlayed(hand));
  return isPlayedOn && others.some((seat) => declared.includes(seat));
}

/** Riichi of a hand that another device has ended are a correction of that hand, unless it has them. */
function inHand(lost: readonly Write[], expected: Sheet, told: Sheet): readonly Write[] {
  const ended = told.hands.find((hand) => isPlayed(hand) && expected.hands.every(({ id }) => id !== hand.id));
  const isNext = lost.some((write) => write.type === 'undo' || (write.type === 'record' && endsHand(write)));
  if (ended === undefined || isNext) return lost;
  const riichi = lost.reduce((seats, write) => (write.type === 'riichi' ? withRiichi(seats, write) : seats), ended.riichi);
  const corrected: readonly Write[] = plain(riichi) === plain(ended.riichi) ? [] : [{ type: 'replace', hand: { ...ended, riichi } }];
  return [...lost.filter(({ type }) => type !== 'riichi'), ...corrected];
}

function withRiichi(seats: readonly Seat[], { seat, declared }: Extract<Write, { type: 'riichi' }>): readonly Seat[] {
  const others = seats.filter((other) => other !== seat);
  return declared ? [...others, seat] : others;
}

/** The server refuses a write, or has taken it out again: it and all that came after it are laid aside. */
export function refused(kept: Kept, sent: Write, why: string): Kept {
  if (!isFirst(kept, sent)) return kept;
  const laid = kept.queue.map((write, place) => ({ write, why: place === 0 ? why : 'after_refused' }));
  return { ...kept, queue: [], aside: [...kept.aside, ...laid] };
}

/** An entry laid aside as it would be written now: a hand anew under another id. */
export function again(kept: Kept, { write }: Aside, newId: () => string): Write | null {
  const sheet = sheetOf(kept);
  const isThere = (id: string): boolean => sheet.hands.some((hand) => hand.id === id);
  switch (write.type) {
    case 'record': {
      const { before, hand } = write;
      const place = before !== undefined && isThere(before) ? { before } : {};
      return { type: 'record', hand: { ...playedNow(hand, sheet, before), id: newId() }, ...place };
    }
    case 'replace':
      return isThere(write.hand.id) ? write : { type: 'record', hand: { ...write.hand, id: newId() } };
    case 'remove':
      return isThere(write.id) ? write : null;
    case 'undo':
      if (sheet.hands.at(-1)?.id === write.id) return write;
      // Others have been played since: it is taken out, and nobody plays it again.
      return isThere(write.id) ? { type: 'remove', id: write.id } : null;
    case 'create':
    case 'close':
    case 'reopen':
    case 'amend':
    case 'delete':
      return write;
    case 'riichi':
      return isIn(sheet, write) ? null : write;
    default:
      return assertNever(write);
  }
}

/** A hand as it would end the one that is being played: with the riichi that lie on the table, whoever declared them. */
export function playedNow(hand: SheetHand, { hands, declared }: Sheet, before?: string): SheetHand {
  const isNow = isPlayed(hand) && hands.every(({ id }) => id !== before);
  return isNow ? { ...hand, riichi: SEATS.filter((seat) => hand.riichi.includes(seat) || declared.includes(seat)) } : hand;
}

/** Whether a write is in a sheet already. */
function isIn(sheet: Sheet, write: Write): boolean {
  switch (write.type) {
    case 'create':
      return false;
    case 'record':
      return sheet.hands.some(({ id }) => id === write.hand.id);
    case 'replace':
      return sheet.hands.some((hand) => plain(hand) === plain(write.hand));
    case 'remove':
    case 'undo':
      return sheet.hands.every(({ id }) => id !== write.id);
    case 'riichi':
      return sheet.declared.includes(write.seat) === write.declared;
    case 'close':
      return sheet.closing !== null && isClosedSo(sheet.closing, write.closing);
    case 'reopen':
      return sheet.closing === null;
    case 'amend':
      return plain(sheet.players) === plain(write.players) && plain(sheet.rules) === plain(write.rules);
    case 'delete':
      // A game that is deleted is told no more.
      return false;
    default:
      return assertNever(write);
  }
}

/** Whether a game was closed as somebody wanted it; whoever typed no scores takes those of the hands. */
function isClosedSo(closed: Closing, { final_scores }: Closing): boolean {
  return final_scores === undefined || JSON.stringify(closed.final_scores) === JSON.stringify(final_scores);
}

function isSame(one: Sheet, other: Sheet): boolean {
  const isClosed = (one.closing === null) === (other.closing === null);
  return isClosed && plain(one.hands) === plain(other.hands);
}

/** Seats are told in any order; points are not. */
function isSeat(value: unknown): boolean {
  return typeof value === 'number' && value >= 0 && value <= 3;
}

/** A value as text in which the order of keys and what is empty make no difference. */
function plain(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) => {
    if (Array.isArray(part) && part.every(isSeat)) return part.toSorted();
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return part;
    const full = Object.entries(part).filter(([name, one]) => !isEmpty(one) && name !== 'edited_at');
    return Object.fromEntries(full.toSorted(([a], [b]) => (a < b ? -1 : 1)));
  });
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
}
