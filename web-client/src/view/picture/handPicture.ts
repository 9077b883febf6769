/** What a picture of a hand that was won shows; pure. */
import { meldTiles } from '../../table/tiles';
import { SEATS } from '../../table/seats';
import type { BySeat, HandView, Seat } from '../../wire/messages.generated';
import type { TileName } from '../../wire/tile';
import type { Words } from '../../words/words';
import { layHand } from '../table/laid';
import { linesOf } from '../table/points';
import { lineSum, lineText } from '../table/pointsText';
import { piecesOf, type Won } from '../table/won';

/** A tile of the picture; null is one face down. */
export type PictureTile = {
  readonly tile: TileName | null;
  readonly isGold: boolean;
  /** What a Gold stands for. */
  readonly standsFor: TileName | null;
  readonly isWinning: boolean;
};

export type PicturePlayer = { readonly name: string; readonly change: number; readonly total: number; readonly isWinner: boolean };

export type HandPicture = {
  readonly title: string;
  /** What it is worth, in one line. */
  readonly count: string;
  readonly note: string;
  /** The concealed sets, then the open ones. */
  readonly sets: readonly (readonly PictureTile[])[];
  readonly bonus: readonly TileName[];
  readonly players: readonly PicturePlayer[];
};

/** What is told of the hand around the tiles. */
export type Told = { readonly note: string; readonly scores: BySeat<number>; readonly nameOfSeat: (seat: Seat) => string };

/** The picture of a hand that was won. */
export function handPicture(hand: HandView, won: Won, { note, scores, nameOfSeat }: Told, words: Words): HandPicture {
  const { melds, bonus } = hand.players[won.seat];
  const groups: readonly (readonly PictureTile[])[] = piecesOf(hand, won);
  // Three Golds win without sets.
  const loose = groups.length > 0 ? [] : layHand(hand.end?.hands[won.seat] ?? [], null, hand.gold);
  const open = melds.map((meld) => {
    const isHidden = meld.type === 'kong' && meld.kind.type === 'concealed';
    return meldTiles(meld).map((tile, nth) => plain(isHidden && (nth === 0 || nth === 3) ? null : tile));
  });
  const lines = linesOf(won.points).map((line) => `${lineText(line, words)} ${lineSum(line)}`);
  return {
    title: words.table.won[won.way.type](nameOfSeat(won.seat), 'from' in won.way ? nameOfSeat(won.way.from) : ''),
    count: lines.join(' · '),
    note,
    sets: [...groups, loose.map(({ tile, isGold }) => ({ ...plain(tile), isGold })), ...open].filter((set) => set.length > 0),
    bonus,
    players: SEATS.map((seat) => ({ name: nameOfSeat(seat), change: won.deltas[seat], total: scores[seat], isWinner: seat === won.seat })),
  };
}

function plain(tile: TileName | null): PictureTile {
  return { tile, isGold: false, standsFor: null, isWinning: false };
}
