/** What is drawn: the table as one viewpoint sees it, put in the words of a drawing. Pure. */
import { SEATS, bySeat } from '../../table/seats';
import type {
  BotLevel,
  BySeat,
  HandView,
  MeldView,
  Occupant,
  OpenHands,
  PhaseView,
  RoomView,
  Seat,
  SeatView,
  TableView,
} from '../../wire/messages.generated';
import type { SuitTile } from '../../wire/tile';
import { placeOf, type Place } from './places';
import { riverOf, type RiverTile } from './river';

/** What is said beside a player's name: how well a bot plays, or that somebody is not there. */
export type Tag = BotLevel | 'away' | 'offline';

/** One side of the table. */
export type Side = {
  readonly seat: Seat;
  readonly place: Place;
  readonly tags: readonly Tag[];
  readonly score: number;
  readonly isDealer: boolean;
  readonly isTurn: boolean;
  readonly concealed: number;
  readonly melds: readonly MeldView[];
  readonly bonus: HandView['players'][0]['bonus'];
  readonly river: readonly RiverTile[];
  /** Whether the last tile they hold was just drawn, and lies apart. */
  readonly hasDrawn: boolean;
  /** What they held, once the hand is over. */
  readonly open: readonly SuitTile[] | null;
};

/** The sides by seat. */
export function sidesOf(
  room: RoomView,
  table: TableView,
  online: BySeat<boolean> | null,
  viewpoint: Seat,
): BySeat<Side> {
  const { hand, phase } = table;
  return bySeat((seat) => ({
    seat,
    place: placeOf(seat, viewpoint),
    tags: tagsOf(room.seats[seat], online?.[seat] ?? true),
    score: table.scores[seat],
    isDealer: table.dealer === seat,
    isTurn: phase.type === 'turn' && phase.seat === seat,
    concealed: hand?.players[seat].concealed ?? 0,
    melds: hand?.players[seat].melds ?? [],
    bonus: hand?.players[seat].bonus ?? [],
    river: riverOf(hand?.discards ?? [], seat),
    hasDrawn: phase.type === 'turn' && phase.seat === seat && hand !== null && isOneDrawn(hand, seat),
    open: hand?.end?.hands[seat] ?? null,
  }));
}

/** A hand that is shown while it is played, as its player lays it out. */
export type ShownHand = { readonly tiles: readonly SuitTile[]; readonly hasDrawn: boolean };

/** Every hand as those see it who watch with open hands. */
export function openHands(hands: OpenHands, sides: BySeat<Side>): BySeat<ShownHand> {
  return bySeat((seat) => ({ tiles: hands[seat], hasDrawn: sides[seat].hasDrawn }));
}

/** The same sides with some hands shown; what the end of a hand lays open stays as it is. */
export function withHands(sides: BySeat<Side>, hands: BySeat<ShownHand | null>): BySeat<Side> {
  return bySeat((seat) => {
    const [side, shown] = [sides[seat], hands[seat]];
    return side.open !== null || shown === null ? side : { ...side, open: shown.tiles, hasDrawn: shown.hasDrawn };
  });
}

/** Whether a player in turn has drawn: who has just called a set holds as many tiles, and drew none. */
function isOneDrawn({ players, discards }: HandView, seat: Seat): boolean {
  const { concealed, melds } = players[seat];
  const hasCalled = discards.at(-1)?.taken_by === seat && melds.at(-1)?.type !== 'kong';
  return concealed % 3 === 2 && !hasCalled;
}

function tagsOf(occupant: Occupant, isOnline: boolean): readonly Tag[] {
  switch (occupant.type) {
    case 'bot':
      return [occupant.level];
    case 'stand_in':
      return ['away'];
    case 'human':
      return isOnline ? [] : ['offline'];
    case 'empty':
      return [];
  }
}

/** How many have answered the open call; whoever threw the tile counts. */
export function answeredCount(phase: PhaseView): number {
  if (phase.type !== 'calling') return 0;
  return SEATS.filter((seat) => phase.answered[seat] || (phase.on !== 'gold' && phase.from === seat)).length;
}

/** Which hand of the match it is, from 1. */
export function handNumber(table: TableView): number {
  const isOver = table.hand !== null && table.hand.end !== null && table.hand.end.outcome.type !== 'aborted';
  return Math.max(1, table.hands_played + (isOver ? 0 : 1));
}

/** Something that is the same as long as a hand is on the table; one that is broken off and dealt anew has another wall. */
export function handKey({ wall }: RoomView, table: TableView): string {
  return `${table.game}.${handNumber(table)}.${wall?.hand ?? ''}`;
}

/** Something that changes whenever something new is asked of a player. */
export function askedKey(view: SeatView | null): string {
  if (view === null || view.prompt === null) return '';
  const { phase, hand } = view.table;
  return `${view.prompt.type}.${phase.type}.${hand?.discards.length ?? 0}.${hand?.wall_left ?? 0}`;
}
