/** Answers to the keys that ask: what lies where, in a sentence. */
import type { Command } from '../input/commands';
import type { Known } from '../table/applyChange';
import { SEATS } from '../table/seats';
import type { Seat } from '../wire/messages.generated';
import { callOf, callWithin } from './people';
import { tileText, tilesText } from './tiles';
import type { Words } from './words';

/** What to say to a command of who looks from a seat, or undefined if it asks nothing. */
export function answerTo(
  command: Command,
  known: Known,
  from: Seat,
  timer: { readonly endsAt: number } | null,
  words: Words,
): string | undefined {
  switch (command) {
    case 'sayLast':
      return last(known, words);
    case 'sayGold':
      return gold(known, words);
    case 'sayHand':
      return hand(known, from, words);
    case 'sayScores':
      return scores(known, words);
    case 'sayTime':
      return timer === null
        ? words.said.noTimer
        : words.said.secondsLeft(Math.max(0, Math.round((timer.endsAt - performance.now()) / 1000)));
    default:
      return undefined;
  }
}

/** The discards of a player that still lie there. */
export function river(known: Known, seat: Seat, words: Words): string {
  const who = callOf(known.room, seat, words, known.seat);
  const thrown = known.table?.hand?.discards.filter((each) => each.seat === seat && each.taken_by === null) ?? [];
  return thrown.length === 0
    ? words.said.noRiver(who, seat === known.seat)
    : words.said.river(who, tilesText(thrown.map(({ tile }) => tile), words), seat === known.seat);
}

function last(known: Known, words: Words): string {
  const thrown = known.table?.hand?.discards.at(-1);
  if (thrown === undefined) return words.said.nothingYet;
  return words.said.last(callWithin(known.room, thrown.seat, words, known.seat), tileText(thrown.tile, words));
}

function gold(known: Known, words: Words): string {
  const on = known.table?.hand;
  const kind = on?.gold == null ? words.said.noGold : words.said.gold(tileText(on.gold, words));
  return on == null ? kind : words.said.sentences([kind, words.said.wall(on.wall_left)]);
}

/** What the player at a seat holds, as far as who looks may know it. */
function hand({ table, view, hands, room, seat: mine }: Known, from: Seat, words: Words): string | undefined {
  if (table === null) return undefined;
  const tiles = view?.own.tiles ?? table.hand?.end?.hands[from] ?? hands?.[from];
  if (tiles === undefined) return words.said.handsHidden;
  const drawn = view?.own.drawn ?? null;
  const kind = table.hand?.gold ?? null;
  const held = words.said.hand(callOf(room, from, words, mine), tilesText(tiles, words, kind), from === mine);
  return drawn === null ? held : words.said.sentences([held, words.said.drawn(tileText(drawn, words, kind))]);
}

function scores(known: Known, words: Words): string | undefined {
  const { table, room, seat: mine } = known;
  if (table === null) return undefined;
  return words.tiles.list(SEATS.map((seat, nth) => words.said.score((nth === 0 ? callOf : callWithin)(room, seat, words, mine), table.scores[seat])));
}
