/** What is shown of a hand that was won. */
import type { HandView, OutcomeView, PieceView } from '../../wire/messages.generated';
import type { SuitTile } from '../../wire/tile';

export type Won = Extract<OutcomeView, { type: 'won' }>;

/** A tile of the winner's hand: what it counts as, and what lies there. */
export type WonPiece = {
  readonly tile: SuitTile;
  /** What a Gold in its place stands for; null if the tile is itself. */
  readonly standsFor: SuitTile | null;
  readonly isGold: boolean;
  readonly isWinning: boolean;
};

/** The tile that completed the hand: where everybody saw it, or what the winner drew. */
export function winningTile(hand: HandView, won: Won): SuitTile | null {
  switch (won.way.type) {
    case 'discard':
      return hand.discards.at(-1)?.tile ?? null;
    case 'robbed_kong':
      return robbedKong(hand, won);
    case 'robbed_gold':
      return hand.gold;
    case 'self_draw':
      return won.drawn;
    case 'three_golds':
      return null;
  }
}

// The fourth tile went to the winner: what was a kong in the making is the last pung of whoever was robbed.
function robbedKong(hand: HandView, won: Won): SuitTile | null {
  if (won.way.type !== 'robbed_kong') return null;
  const kongs = hand.players[won.way.from].melds.filter(({ type }) => type === 'pung' || type === 'kong');
  const held = new Set(hand.end?.hands[won.seat] ?? []);
  const robbed = kongs.findLast((meld) => meld.type !== 'chow' && held.has(meld.tile));
  return robbed === undefined || robbed.type === 'chow' ? null : robbed.tile;
}

/** The concealed sets of the winner, each tile with what it stands for. */
export function piecesOf(hand: HandView, won: Won): readonly (readonly WonPiece[])[] {
  const { gold } = hand;
  const wanted = winningTile(hand, won);
  const isGold = won.way.type === 'robbed_gold' || (won.way.type === 'self_draw' && wanted === gold);
  const at = wanted === null ? null : lastWith(won.groups, wanted, isGold);
  return won.groups.map((group, nth) =>
    group.map((piece, place) => ({
      tile: piece.gold && gold !== null ? gold : piece.tile,
      standsFor: piece.gold && piece.tile !== gold ? piece.tile : null,
      isGold: piece.gold,
      isWinning: at !== null && at[0] === nth && at[1] === place,
    })),
  );
}

function lastWith(
  groups: readonly (readonly PieceView[])[],
  tile: SuitTile,
  isGold: boolean,
): readonly [group: number, place: number] | null {
  const group = groups.findLastIndex((pieces) => pieces.some((piece) => fits(piece, tile, isGold)));
  if (group === -1) return null;
  return [group, groups[group]?.findLastIndex((piece) => fits(piece, tile, isGold)) ?? 0];
}

function fits(piece: PieceView, tile: SuitTile, isGold: boolean): boolean {
  return isGold ? piece.gold : piece.tile === tile && !piece.gold;
}
