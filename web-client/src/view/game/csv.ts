/** The hands of a game as a table for spreadsheets. */
import type { Hand } from '../../net/games';
import { SEATS } from '../../table/seats';

const COLUMNS = ['hand', 'ended_at', 'outcome', 'winner', 'way', 'from', 'points'];

/** One line for each hand, after a line of names: what each score changed by and was then. */
export function csvOf(hands: readonly Hand[], names: readonly string[]): string {
  const head = [...COLUMNS, ...names.map((name) => `${name} change`), ...names.map((name) => `${name} total`)];
  const rows = hands.map(({ number, ended_at, outcome, deltas, scores_after }) => {
    const win = outcome.type === 'won' ? outcome.wins[0] : undefined;
    const who = win === undefined ? '' : (names[win.seat] ?? '');
    const from = win?.from === undefined ? '' : (names[win.from] ?? '');
    const told = [number, new Date(ended_at).toISOString(), outcome.type, who, win?.way ?? '', from, win?.points ?? ''];
    return [...told, ...SEATS.map((seat) => deltas[seat]), ...SEATS.map((seat) => scores_after[seat])];
  });
  return [head, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}

/** A value as spreadsheets read it; text they would take for a formula has a `'` before it. */
function cell(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const plain = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
