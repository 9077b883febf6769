/** Reads a hand in the words of the notes, as the cases of `rules/tests/riichi` are written. For tests alone. */
import type { BySeat, Seat } from '../../wire/messages.generated';
import type { Abort, Hand, Outcome, Pao, Win, Worth } from '../hand';
import { checkCorrection, checkWorth, inTurn } from '../hand';
import { judge } from '../refusal';
import { fitBeside, YAKUMAN, type Yakuman } from '../yakuman';

/** What a line is, or the code of why it is no hand. */
export type Read = { readonly hand: Hand } | { readonly bad: string };

class Bad extends Error {}

const ABORTS: Readonly<Record<string, Abort>> = {
  kyuushu: 'kyuushu_kyuuhai',
  suufon: 'suufon_renda',
  suucha: 'suucha_riichi',
  suukaikan: 'suukaikan',
  sanchahou: 'sanchahou',
};
const LIABLE: readonly string[] = ['daisangen', 'daisuushii', 'suukantsu'];

function bad(code: string): never {
  throw new Bad(code);
}

/** Reads one line; `players` are the names by seat. */
export function readNote(line: string, players: readonly string[]): Read {
  try {
    return { hand: hand(line.toLowerCase().trim(), players.map((name) => name.toLowerCase())) };
  } catch (error) {
    if (error instanceof Bad) return { bad: error.message };
    throw error;
  }
}

type Said = { riichi: Seat[]; tenpai?: Seat[]; nagashi?: Seat[]; wins: Win[]; from?: Seat; end?: Outcome };

function hand(line: string, players: readonly string[]): Hand {
  const first = line.split(/\s+/)[0] ?? '';
  const isLabel = !players.includes(first) && /^[eswn][1-4](\.\d+)?$/.test(first);
  const said: Said = { riichi: [], wins: [] };
  for (const clause of (isLabel ? line.slice(first.length) : line).split(',')) take(said, clause.trim().split(/\s+/).filter(Boolean), players);
  return { riichi: said.riichi, outcome: outcome(said) };
}

function outcome({ wins, from, tenpai, nagashi, end }: Said): Outcome {
  const ends = [wins.length > 0, tenpai !== undefined || nagashi !== undefined, end !== undefined];
  if (ends.filter(Boolean).length > 1) bad('two_ends');
  if (from !== undefined) {
    checked(() => inTurn(from, wins));
    return { type: 'ron', from, wins };
  }
  if (end !== undefined) return end;
  if (nagashi !== undefined) return { type: 'nagashi_mangan', winners: nagashi, tenpai: tenpai ?? bad('missing') };
  if (tenpai !== undefined) return { type: 'exhaustive_draw', tenpai };
  const [win] = wins;
  if (win === undefined) return bad('missing');
  checked(() => checkWorth(win));
  return { type: 'tsumo', win };
}

function checked(compute: () => unknown): void {
  const judged = judge(compute);
  if (!judged.ok) bad(judged.why);
}

function take(said: Said, words: readonly string[], players: readonly string[]): void {
  const [first, second, third] = words;
  const last = words.at(-1);
  if (first === undefined) bad('missing');
  if (first === 'draw') said.tenpai = tenpaiOf(said, words.slice(1, last === 'tenpai' ? -1 : undefined), players);
  else if (first === 'nagashi') said.nagashi = some(words.slice(1), players);
  else if (first === 'chombo' && words.length === 2) setEnd(said, { type: 'chombo', offender: seat(second, players) });
  else if (words.join(' ') === 'no contest') setEnd(said, { type: 'no_contest' });
  else if (first === 'correct') setEnd(said, { type: 'correction', points: corrected(words.slice(1), players) });
  else if (words.length === 1 && ABORTS[first] !== undefined) setEnd(said, { type: 'abortive_draw', kind: ABORTS[first] });
  else if (second === 'ron' && third !== undefined) addRon(said, first, third, words.slice(3), players);
  else if (second === 'tsumo') addTsumo(said, first, words.slice(2), players);
  else if (last === 'riichi') said.riichi.push(...some(words.slice(0, -1), players));
  else if (last === 'tenpai') said.tenpai = tenpaiOf(said, words.slice(0, -1), players);
  else bad(words.length === 1 && players.includes(first) ? 'missing' : 'unknown_word');
}

function corrected(words: readonly string[], players: readonly string[]): BySeat<number> {
  const points: [number, number, number, number] = [0, 0, 0, 0];
  some(words.filter((_, place) => place % 2 === 0), players);
  for (let place = 0; place < words.length; place += 2) {
    const change = words[place + 1];
    if (change === undefined) return bad('missing');
    if (!/^[+-]?\d+$/.test(change)) return bad('unknown_word');
    points[seat(words[place], players)] = Number(change);
  }
  checked(() => checkCorrection(points));
  return points;
}

function setEnd(said: Said, end: Outcome): void {
  if (said.end !== undefined) bad('two_ends');
  said.end = end;
}

function tenpaiOf(said: Said, who: readonly string[], players: readonly string[]): Seat[] {
  if (who.length === 0) bad('missing');
  if (said.tenpai !== undefined) bad('two_ends');
  if (who.join() === 'nobody') return [];
  return who.join() === 'all' ? [0, 1, 2, 3] : some(who, players);
}

function addRon(said: Said, who: string, discarder: string, words: readonly string[], players: readonly string[]): void {
  const [winner, from] = [seat(who, players), seat(discarder, players)];
  if (said.from !== undefined && said.from !== from) bad('two_discarders');
  if (said.from === undefined && said.wins.length > 0) bad('two_ends');
  said.from = from;
  const isPoints = words.length === 1 && /^\d+$/.test(words[0] ?? '');
  said.wins.push({ winner, worth: isPoints ? { points: Number(words[0]) } : worth(words, players) });
}

function addTsumo(said: Said, who: string, words: readonly string[], players: readonly string[]): void {
  const winner = seat(who, players);
  if (said.wins.length > 0) bad('two_ends');
  const [amount = '', all] = words;
  const shares = amount.split('/');
  if (words.length === 2 && all === 'all') said.wins.push({ winner, worth: { all: number(amount) } });
  else if (words.length === 1 && shares.length === 2) {
    said.wins.push({ winner, worth: { other: number(shares[0]), dealer: number(shares[1]) } });
  } else said.wins.push({ winner, worth: worth(words, players) });
}

function worth(words: readonly string[], players: readonly string[]): Worth {
  const [first, second] = words;
  if (first === undefined) return bad('missing');
  if (first.endsWith('han') && words.length <= 2) {
    const han = number(first.slice(0, -3));
    if (second === undefined) return { han };
    return second.endsWith('fu') ? { han, fu: number(second.slice(0, -2)) } : bad('unknown_word');
  }
  const pao = words.indexOf('pao');
  const named = (pao < 0 ? words : words.slice(0, pao)).map(yakumanOf);
  checked(() => checkWorth({ winner: 0, worth: { yakuman: named } }));
  if (named.some((one, place) => named.slice(0, place).some((other) => !fitBeside(one, other)))) bad('bad_yakuman');
  return pao < 0 ? { yakuman: named } : { yakuman: named, pao: liability(named, words.slice(pao + 1), players) };
}

function liability(named: readonly Yakuman[], words: readonly string[], players: readonly string[]): Pao {
  const [who, forWhat] = words;
  const liable = seat(who, players);
  if (forWhat !== undefined) return { liable, yakuman: yakumanOf(forWhat) };
  const candidates = named.filter((yakuman) => LIABLE.includes(yakuman));
  if (candidates.length > 1) bad('missing');
  return { liable, yakuman: candidates[0] ?? bad('liable_for_nothing') };
}

function yakumanOf(word: string): Yakuman {
  return YAKUMAN.find((known) => known === word) ?? bad('unknown_word');
}

function seat(name: string | undefined, players: readonly string[]): Seat {
  const place = players.indexOf(name ?? '');
  return place < 0 ? bad('unknown_word') : (place as Seat);
}

function some(names: readonly string[], players: readonly string[]): Seat[] {
  const seats = names.filter((name) => name !== 'and').map((name) => seat(name, players));
  if (seats.length === 0) bad('missing');
  return new Set(seats).size < seats.length ? bad('named_twice') : seats;
}

function number(text: string | undefined): number {
  return text !== undefined && /^\d+$/.test(text) ? Number(text) : bad('unknown_word');
}
