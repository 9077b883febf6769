/** Whom the table waits for, and whether it still asks the same. */
import type { Seat, TableView } from '../wire/messages.generated';
import { SEATS } from './seats';

/** How long the table has to have waited for somebody before the host may let a bot play for them. */
export const AWAITED_MS_MAX = 60_000;

/** The seats the table waits for. */
export function awaited(table: TableView): readonly Seat[] {
  const { phase } = table;
  switch (phase.type) {
    case 'awaiting_wall':
      return [];
    case 'turn':
      return [phase.seat];
    case 'calling':
      return SEATS.filter((seat) => !phase.answered[seat] && (phase.on === 'gold' || seat !== phase.from));
    case 'between':
    case 'finished':
      return SEATS.filter((seat) => !phase.ready[seat]);
  }
}

/** Whether the table asks for the same as before; after a kong from the hand it does not. */
export function asksTheSame(before: TableView, after: TableView): boolean {
  if (before.hand?.wall_left !== after.hand?.wall_left) return false;
  const [one, other] = [before.phase, after.phase];
  if (one.type === 'turn' && other.type === 'turn') return one.seat === other.seat;
  if (one.type === 'calling' && other.type === 'calling') return one.on === other.on && one.from === other.from && one.tile === other.tile;
  return one.type === other.type;
}
