/** A kept game as files to take home. */
import type { ToldHand } from '../../net/sheets';
import { foldSheet, sureHands, type Kept, type Sheet, sheetOf } from '../../riichi/kept';
import { SEATS } from '../../table/seats';
import { labelText } from '../../words/riichi';
import { kindOf } from './filters';

/** The game as JSON: everything needed to fold it again, and nothing that lets others write to it. */
export function jsonOf(kept: Kept): string {
  const { players, rules, start, hands, closing } = sheetOf(kept);
  return `${JSON.stringify({ id: kept.id, started_at: kept.startedAt, players, rules, start, hands, closing }, null, 2)}\n`;
}

/** One line for each hand: what each score changed by and was then. */
export function csvOf(sheet: Sheet): string {
  const folded = foldSheet(sheet);
  const places = new Map(sureHands(sheet).map(({ place }, nth) => [place, nth]));
  const head = ['hand', 'deal', 'outcome', 'winners', 'from', 'riichi', ...sheet.players.map((name) => `${name} change`), ...sheet.players.map((name) => `${name} total`)];
  const rows = sheet.hands.map((hand, place) => {
    const led = folded.ok ? folded.settled[places.get(place) ?? -1] : undefined;
    const from = hand.outcome?.type === 'ron' ? sheet.players[hand.outcome.from] : '';
    const some = (seats: readonly (0 | 1 | 2 | 3)[]): string => seats.map((seat) => sheet.players[seat]).join(' ');
    const told = [place + 1, led === undefined ? '' : labelText(led.round, led.honba), kindOf(hand), some(led?.winners ?? []), from, some(hand.riichi)];
    return [...told, ...SEATS.map((seat) => led?.deltas[seat] ?? ''), ...SEATS.map((seat) => led?.after.scores[seat] ?? '')];
  });
  return [head, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}

/** One line of JSON for each hand, as the server tells it. */
export function ndjsonOf(hands: readonly ToldHand[]): string {
  return hands.map((hand) => `${JSON.stringify(hand)}\n`).join('');
}

/** A value as spreadsheets read it; text they would take for a formula, also in wide letters, has a `'` before it. */
function cell(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const plain = /^[=+\-@＝＋－＠\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}

/** Lets the browser save a text as a file. */
export function save(name: string, type: string, text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
