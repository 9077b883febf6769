/** From what stands in the address of the history to what the server is asked. */
import { FILTERS } from '../../net/games';

/** Games on a page. */
const PAGE = 50;

/** What to ask for; days become moments of the reader's own time, the last one whole. */
export function wanted(address: URLSearchParams, cursor: string | null): URLSearchParams {
  const asked = new URLSearchParams({ limit: String(PAGE) });
  for (const name of FILTERS) {
    const value = address.get(name);
    if (value === null) continue;
    const told = name === 'since' ? startOf(value, 0) : name === 'until' ? startOf(value, 1) : value;
    if (told !== undefined) asked.set(name, told);
  }
  if (cursor !== null) asked.set('cursor', cursor);
  return asked;
}

/** When a day begins, or the one so many days later. */
function startOf(day: string, later: number): string | undefined {
  const parts = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day);
  if (parts === null) return undefined;
  const [, year, month, date] = parts.map(Number) as [number, number, number, number];
  return String(new Date(year, month - 1, date + later).getTime());
}
