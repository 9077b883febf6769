/** What happened at a table, as one would tell it: for the log, the live regions and the sounds. */
import type { CallOnView, MeldView, Occupant, OutcomeView, Seat, Seq } from '../wire/messages.generated';
import type { BonusTile, SuitTile } from '../wire/tile';

/** Something that happened, and when. `words/events` says it in a language. */
export type LogEvent = {
  /** Unlike any other of the room, and the same whenever it is derived. */
  readonly key: string;
  /** The step it happened in. */
  readonly seq: Seq;
  readonly what: Happening;
};

/** What can be asked for in a call. */
export type Claim = 'win' | 'kong' | 'pung' | 'chow';

/** Something that happened. */
export type Happening =
  /** A hand was dealt; hands count from 1. */
  | { readonly type: 'dealt'; readonly dealer: Seat; readonly hand: number; readonly hands: number }
  /** One came in now: what follows up to here is what lies on the table, and was not heard. */
  | { readonly type: 'so_far' }
  /** The time of one's own turn or answer was up: what was done then, the table did. */
  | { readonly type: 'time_up' }
  /** Bonus tiles laid open by one player in a row. */
  | { readonly type: 'bonus'; readonly seat: Seat; readonly tiles: readonly BonusTile[] }
  | { readonly type: 'gold'; readonly tile: SuitTile }
  | { readonly type: 'discarded'; readonly seat: Seat; readonly tile: SuitTile; readonly drawn: boolean }
  /** A discard was taken; `from` threw it. */
  | { readonly type: 'called'; readonly seat: Seat; readonly meld: MeldView; readonly tile: SuitTile; readonly from: Seat }
  /** A kong from the hand, or on a pung. */
  | { readonly type: 'kong'; readonly seat: Seat; readonly meld: MeldView }
  /** The hand is over: won, drawn or broken off. */
  | OutcomeView
  | { readonly type: 'ready'; readonly seat: Seat }
  /** A match begins anew after Play again. */
  | { readonly type: 'again' }
  /** It is the own turn; the tile just drawn, if one was. */
  | { readonly type: 'your_turn'; readonly drawn: SuitTile | null; readonly win: boolean }
  /** A tile is up, and this is what one may call. Everybody is asked, even those who can do nothing. */
  | {
      readonly type: 'asked';
      readonly on: CallOnView;
      readonly from: Seat;
      readonly tile: SuitTile;
      readonly can: readonly Claim[];
    }
  /** The hand is over and waits for the own word. */
  | { readonly type: 'your_ready' }
  | { readonly type: 'sat'; readonly seat: Seat; readonly occupant: Occupant }
  | { readonly type: 'got_up'; readonly seat: Seat; readonly was: Occupant }
  | { readonly type: 'host'; readonly seat: Seat }
  /** Another player will deal the first hand. */
  | { readonly type: 'first_dealer'; readonly seat: Seat }
  /** The rules were changed before the match. */
  | { readonly type: 'rules' }
  /** The server's part in the wall was laid open: whether it is what was promised before the hand. */
  | { readonly type: 'revealed'; readonly isPromised: boolean };
