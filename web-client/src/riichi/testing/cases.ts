/** Plays the cases of `rules/tests/riichi`, which the server's own fold is tested by, and compares. For tests alone. */
import { SEATS, bySeat } from '../../table/seats';
import type { BySeat } from '../../wire/messages.generated';
import { badStart, begin, fold, oddPlaces, roundText, windOf, type Config, type Settled, type Start, type State, type Wind } from '../fold';
import type { Hand } from '../hand';
import { badOptions, STANDARD, type Options } from '../options';
import { readNote } from './note';

type Case = { options: Options; players: readonly string[]; start: Start | null; hands: Hand[]; settled: readonly Settled[]; hasExpected: boolean };

const LETTERS: Readonly<Record<string, Wind>> = { E: 'east', S: 'south', W: 'west' };

/** Plays all cases of a file; says each line where one and the game part ways. */
export function failuresOf(text: string): readonly string[] {
  const failures: string[] = [];
  let current = fresh();
  let isFirst = true;
  text.split('\n').forEach((written, place) => {
    const line = (written.split('#')[0] ?? '').trim();
    if (line === '') return;
    if (line.startsWith('case ')) {
      if (!isFirst && !current.hasExpected) failures.push(`line ${place + 1}: the case before expects nothing`);
      [current, isFirst] = [fresh(), false];
      return;
    }
    const failure = step(current, line);
    if (failure !== null) failures.push(`line ${place + 1}: ${line}\n  got: ${failure}`);
  });
  return isFirst ? ['there is no case'] : failures;
}

function fresh(): Case {
  return { options: STANDARD, players: ['east', 'south', 'west', 'north'], start: null, hands: [], settled: [], hasExpected: false };
}

/** Does what a line says; null when all is as it says. */
function step(now: Case, line: string): string | null {
  const [first = '', ...words] = line.split(' ');
  const rest = words.join(' ');
  switch (first) {
    case 'options':
      return setOptions(now, words);
    case 'players':
      now.players = words;
      return null;
    case 'start':
      return setStart(now, words);
    case 'expect':
      return expectAll(now, rest);
    case 'refused':
      return expectRefusal(now, rest);
    default:
      return change(now, line);
  }
}

function setOptions(now: Case, settings: readonly string[]): string | null {
  for (const setting of settings) {
    const cut = setting.indexOf('=');
    const [name, value] = [setting.slice(0, cut), setting.slice(cut + 1)];
    if (!(name in STANDARD)) return `no option ${name}`;
    // What a case leaves out of the list of pao is as usual.
    const read = /^[-\d[{]|^(true|false|null)$/.test(value) ? (JSON.parse(value) as unknown) : value;
    const whole = name === 'pao' ? { ...STANDARD.pao, ...(read as object) } : read;
    now.options = { ...now.options, [name]: whole };
  }
  return badOptions(now.options);
}

function setStart(now: Case, [deal = '', ...settings]: readonly string[]): string | null {
  const given = Object.fromEntries(settings.map((setting) => setting.split('=') as [string, string]));
  const scores = given['scores']?.split(',').map(Number) ?? bySeat(() => now.options.starting_points);
  now.start = {
    wind: LETTERS[deal[0] ?? ''] ?? 'east',
    number: Number(deal.slice(1)),
    honba: Number(given['honba'] ?? 0),
    riichi_sticks: Number(given['sticks'] ?? 0),
    scores: scores as unknown as BySeat<number>,
  };
  return badStart(configOf(now));
}

function configOf({ options, start }: Case): Config {
  return { options, start };
}

/** Records or corrects a hand; says the code of what is wrong with it, and then nothing changes. */
function change(now: Case, line: string): string | null {
  const [first, number = '', ...rest] = line.split(' ');
  if (first === 'undo') return now.hands.length === 0 ? 'nothing to undo' : put(now, now.hands.slice(0, -1));
  if (first === 'remove' || first === 'edit') {
    const place = parseInt(number, 10) - 1;
    if (now.hands[place] === undefined) return `${place + 1} no_such_hand`;
    const read = first === 'edit' ? readNote(rest.join(' '), now.players) : null;
    if (read !== null && 'bad' in read) return read.bad;
    return put(now, now.hands.toSpliced(place, 1, ...(read === null ? [] : [read.hand])));
  }
  const read = readNote(line, now.players);
  if ('bad' in read) return read.bad;
  const refused = put(now, [...now.hands, read.hand]);
  return refused?.split(' ')[1] ?? null;
}

function put(now: Case, hands: Hand[]): string | null {
  const folded = fold(configOf(now), hands);
  const old = oddPlaces(now.hands, now.settled).map((place) => now.hands[place]);
  const odd = folded.ok ? oddPlaces(hands, folded.settled).find((place) => !old.includes(hands[place])) : undefined;
  if (odd !== undefined) return `${odd + 1} bad_yakuman`;
  if (!folded.ok) return `${folded.impossible.number} ${folded.impossible.why}`;
  [now.hands, now.settled] = [hands, folded.settled];
  return null;
}

function expectRefusal(now: Case, text: string): string | null {
  const cut = text.indexOf(': ');
  now.hasExpected = true;
  const got = change(now, text.slice(cut + 2));
  return got === text.slice(0, cut) ? null : (got ?? 'no refusal');
}

function expectAll(now: Case, text: string): string | null {
  now.hasExpected = true;
  const wanted = text.split(';').map((one) => one.trim());
  const state = now.settled.at(-1)?.after ?? begin(configOf(now));
  const got = wanted.map((one) => show(now, state, one.split(' ')[0] ?? ''));
  return got.every((shown, place) => shown === wanted[place]) ? null : got.join('; ');
}

function show(now: Case, state: State, what: string): string {
  const last = now.settled.at(-1);
  const shown: Readonly<Record<string, () => readonly unknown[] | undefined>> = {
    scores: () => state.scores,
    deltas: () => last?.deltas,
    next: () => [state.ended === null ? `${roundText(state.round)}.${state.honba}` : 'over'],
    sticks: () => [state.sticks],
    owed: () => state.owed,
    dealer: () => [state.dealer],
    winds: () => SEATS.map((seat) => windOf(seat, state.dealer)).map((wind) => `${wind[0]?.toUpperCase()}${wind.slice(1)}`),
    winners: () => last?.winners.toSorted(),
    places: () => state.ended?.map(({ seat }) => seat),
    points: () => SEATS.map((seat) => state.ended?.find((place) => place.seat === seat)?.points),
    labels: () => now.settled.map((hand) => `${roundText(hand.round)}.${hand.honba}`),
  };
  return [what, ...(shown[what]?.() ?? ['nothing'])].join(' ');
}
