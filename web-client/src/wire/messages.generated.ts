// Written by `cargo xtask codegen` from the protocol crate: do not edit.
// tidy: long because a program wrote it

import type { Layout } from './layout';
import type { BonusTile, SuitTile } from './tile';

/** A place at the table. Play goes from a seat to the next: 0, 1, 2, 3, 0... */
export type Seat = 0 | 1 | 2 | 3;

/** One value for each seat, from seat 0. */
export type BySeat<T> = readonly [T, T, T, T];

/** 32 bytes as lower-case hexadecimal: a hash, a link or a seed. */
export type Digest = string;

/** A request. Each is answered exactly once, by `accepted`, `seated` or `refused` with the same `request`. One of a seat that was accepted and is asked again with the same `request` is not carried out again: it gets the first answer. `create` and `join` come from no seat yet: each takes one, unless it brings a `token` that has one. */
export type ClientMessage =
  /** Opens a room and takes a seat in it. */
  | {
      readonly type: 'create';
      /** What this request is called. */
      readonly request: RequestId;
      /** Who asks. */
      readonly name: PlayerName;
      /** What is played, and by which rules. */
      readonly setup: Setup;
      /** Whether anybody may find and watch it, and find its games in the history later: for each game it counts what holds when that begins. */
      readonly public: boolean;
      /** What the own part of every wall is fixed with (see the fair wall). */
      readonly tip: Digest | null;
      /** The profile to play for, if any. */
      readonly profile: ProfileKey | null;
      /** A token of one's own making for the seat: 22 to 64 letters, digits, `-` or `_` by chance. Where the answer is lost, the same again leads to the room that was opened. */
      readonly token: SeatToken | null;
    }
  /** Takes the first free seat of a room. */
  | {
      readonly type: 'join';
      /** What this request is called. */
      readonly request: RequestId;
      /** Which room. */
      readonly code: RoomCode;
      /** Who asks. */
      readonly name: PlayerName;
      /** What the own part of every wall is fixed with (see the fair wall). */
      readonly tip: Digest | null;
      /** The profile to play for, if any. */
      readonly profile: ProfileKey | null;
      /** A token of one's own making for the seat: 22 to 64 letters, digits, `-` or `_` by chance. Where the answer is lost, the same again gives back the seat that was taken. */
      readonly token: SeatToken | null;
    }
  /** Watches a room. */
  | {
      readonly type: 'watch';
      /** What this request is called. */
      readonly request: RequestId;
      /** Which room. */
      readonly code: RoomCode;
      /** The last step seen, to be told only what came after. */
      readonly last_seq: Seq | null;
    }
  /** Comes back to a seat; a connection that had it is told so and closed. */
  | {
      readonly type: 'resume';
      /** What this request is called. */
      readonly request: RequestId;
      /** Which room. */
      readonly code: RoomCode;
      /** What the seat was taken with. */
      readonly token: SeatToken;
      /** The last step seen, to be told only what came after. */
      readonly last_seq: Seq | null;
    }
  /** Plays. */
  | {
      readonly type: 'act';
      /** What this request is called. */
      readonly request: RequestId;
      /** What to do. */
      readonly action: ActionView;
      /** The last step seen when this was chosen: if the table has asked for something new since, it is refused with `stale`. */
      readonly last_seq: Seq | null;
    }
  /** Uses the powers of the host. */
  | {
      readonly type: 'host';
      /** What this request is called. */
      readonly request: RequestId;
      /** What to do. */
      readonly order: HostOrder;
    }
  /** Gives the seat up for good, or stops watching. */
  | {
      readonly type: 'leave';
      /** What this request is called. */
      readonly request: RequestId;
    }
  /** Reveals the own part of a wall, once the server has committed to its own. */
  | {
      readonly type: 'link';
      /** What this request is called. */
      readonly request: RequestId;
      /** The hand it is for, counted in the room. */
      readonly hand: number;
      /** The link of the chain that began with the tip. */
      readonly link: Digest;
    }
  /** Has every call passed that can't be won, or no longer; over with the hand, when the player comes back over another connection, and while a bot plays for them. */
  | {
      readonly type: 'quick_pass';
      /** What this request is called. */
      readonly request: RequestId;
      /** Whether. */
      readonly on: boolean;
    }
  /** Asks how the running hand came to where it is; for those who watch. */
  | {
      readonly type: 'past';
      /** What this request is called. */
      readonly request: RequestId;
    };

/** A message to the player at a seat: what anybody hears, and their own besides. */
export type SeatMessage =
  /** A request was carried out. */
  | {
      readonly type: 'accepted';
      /** Which. */
      readonly request: RequestId;
      /** The step it became. */
      readonly seq: Seq;
    }
  /** A request was not carried out, and changed nothing. */
  | {
      readonly type: 'refused';
      /** Which. */
      readonly request: RequestId;
      /** Why. */
      readonly reason: Refusal;
    }
  /** Everything, as it stands after a step. */
  | {
      readonly type: 'snapshot';
      /** Which step. */
      readonly seq: Seq;
      /** The room. */
      readonly room: RoomView;
      /** The table as this seat sees it, once there is one. */
      readonly view: SeatView | null;
    }
  /** One step: what changed in the room, then at the table, then for this seat alone. */
  | {
      readonly type: 'step';
      /** Which; always one more than the last. */
      readonly seq: Seq;
      /** What changed in the room. */
      readonly room: ReadonlyArray<RoomChange>;
      /** What changed at the table. */
      readonly public: ReadonlyArray<PublicChange>;
      /** What changed for this seat alone. */
      readonly own: ReadonlyArray<OwnChange>;
    }
  /** Who is there just now; not a step, and not remembered. */
  | {
      readonly type: 'presence';
      /** Whose player is connected. */
      readonly online: BySeat<boolean>;
      /** How many watch. */
      readonly watchers: number;
    }
  /** The connection is about to be closed. */
  | {
      readonly type: 'bye';
      /** Why. */
      readonly reason: ByeReason;
      /** When to come back, if at all, in milliseconds. */
      readonly retry_ms: number | null;
    }
  /** A seat was taken; keep the token to come back to it. */
  | {
      readonly type: 'seated';
      /** The request that took it. */
      readonly request: RequestId;
      /** The room. */
      readonly code: RoomCode;
      /** The seat. */
      readonly seat: Seat;
      /** What lets you come back to it. */
      readonly token: SeatToken;
    }
  /** How long the table waits yet for what it asks since a step; not sent where it waits without end. */
  | {
      readonly type: 'timer';
      /** The last step there was. */
      readonly seq: Seq;
      /** How long, in milliseconds. */
      readonly left_ms: number;
    }
  /** Nothing can be recorded just now, and so nothing is played. Once it can be, everybody is sent a `snapshot` without asking. */
  | {
      readonly type: 'stalled';
    };

/** A message to somebody who watches. Nothing in it can hold a concealed tile: `Table` and `Public` are what the game lets anybody see. */
export type SpectatorMessage =
  /** A request was carried out. */
  | {
      readonly type: 'accepted';
      /** Which. */
      readonly request: RequestId;
      /** The step it became. */
      readonly seq: Seq;
    }
  /** A request was not carried out, and changed nothing. */
  | {
      readonly type: 'refused';
      /** Which. */
      readonly request: RequestId;
      /** Why. */
      readonly reason: Refusal;
    }
  /** Everything, as it stands after a step. */
  | {
      readonly type: 'snapshot';
      /** Which step. */
      readonly seq: Seq;
      /** The room. */
      readonly room: RoomView;
      /** The table, once there is one. */
      readonly table: TableView | null;
    }
  /** One step: what changed in the room, then at the table. */
  | {
      readonly type: 'step';
      /** Which; always one more than the last. */
      readonly seq: Seq;
      /** What changed in the room. */
      readonly room: ReadonlyArray<RoomChange>;
      /** What changed at the table. */
      readonly public: ReadonlyArray<PublicChange>;
    }
  /** Who is there just now; not a step, and not remembered. */
  | {
      readonly type: 'presence';
      /** Whose player is connected. */
      readonly online: BySeat<boolean>;
      /** How many watch. */
      readonly watchers: number;
    }
  /** The connection is about to be closed. */
  | {
      readonly type: 'bye';
      /** Why. */
      readonly reason: ByeReason;
      /** When to come back, if at all, in milliseconds. */
      readonly retry_ms: number | null;
    }
  /** How long the table waits yet for what it asks since a step; not sent where it waits without end. */
  | {
      readonly type: 'timer';
      /** The last step there was. */
      readonly seq: Seq;
      /** How long, in milliseconds. */
      readonly left_ms: number;
    }
  /** Nothing can be recorded just now, and so nothing is played. Once it can be, everybody is sent a `snapshot` without asking. */
  | {
      readonly type: 'stalled';
    }
  /** How the running hand came to where it is: to somebody who has asked, behind the answer. */
  | {
      readonly type: 'past';
      /** The last step there was. */
      readonly seq: Seq;
      /** The table before the hand was dealt. */
      readonly table: TableView;
      /** The deal and every step at the table since: which it was, and what changed. */
      readonly steps: ReadonlyArray<readonly [Seq, ReadonlyArray<PublicChange>]>;
    };

/** A message to somebody who watches with open hands, besides what anybody who watches hears. The only one that holds concealed tiles of a running hand that are not the listener's own. */
export type HandsMessage =
  /** What everybody holds after a step; sent after it, where that has changed. */
  | {
      readonly type: 'hands';
      /** Which step. */
      readonly seq: Seq;
      /** What. */
      readonly hands: OpenHands;
    };

/** What is played, and by which rules. */
export type Setup =
  /** Fujian mahjong. */
  | {
      readonly type: 'fujian';
      /** Its options. */
      readonly rules: Rules;
    };

/** What a player asks to do. */
export type ActionView =
  /** Throw a tile. */
  | {
      readonly type: 'discard';
      /** Which. */
      readonly tile: SuitTile;
    }
  /** Win. */
  | {
      readonly type: 'win';
    }
  /** Call nothing. */
  | {
      readonly type: 'pass';
    }
  /** Call for a run. */
  | {
      readonly type: 'chow';
      /** Its lowest tile. */
      readonly low: SuitTile;
    }
  /** Call for three alike. */
  | {
      readonly type: 'pung';
    }
  /** Call for four alike. */
  | {
      readonly type: 'kong';
    }
  /** Lay four alike open in turn, or the fourth on a pung. */
  | {
      readonly type: 'declare_kong';
      /** The kind. */
      readonly tile: SuitTile;
    }
  /** Go on. */
  | {
      readonly type: 'ready';
    };

/** What only the host can do. */
export type HostOrder =
  /** Begins the match; every seat must be taken. */
  | {
      readonly type: 'start';
    }
  /** Breaks the running hand off; it does not count. */
  | {
      readonly type: 'abort';
    }
  /** Puts a bot at an empty seat, or at that of a player who is away or is waited for in vain. */
  | {
      readonly type: 'bot';
      /** Where. */
      readonly seat: Seat;
      /** How well it plays. */
      readonly level: BotLevel;
    }
  /** Empties a seat before the match, but not one's own. */
  | {
      readonly type: 'kick';
      /** Which. */
      readonly seat: Seat;
    }
  /** Says who deals first, before the match. */
  | {
      readonly type: 'dealer';
      /** Who. */
      readonly seat: Seat;
    }
  /** Plays by other rules, before the match. */
  | {
      readonly type: 'setup';
      /** By which. */
      readonly setup: Setup;
    }
  /** Lists the room for anybody to watch, or not. */
  | {
      readonly type: 'public';
      /** Whether. */
      readonly public: boolean;
    }
  /** Runs the room another way, before the match. */
  | {
      readonly type: 'options';
      /** Which. */
      readonly options: RoomOptions;
    };

/** What anybody sees of a room besides the table. */
export type RoomView = {
  /** Its code. */
  readonly code: RoomCode;
  /** How far it is. */
  readonly stage: Stage;
  /** Who sits where. */
  readonly seats: BySeat<Occupant>;
  /** Whose word counts; nobody's once the last human has gone. */
  readonly host: Seat | null;
  /** Whether it is listed for anybody to watch. */
  readonly public: boolean;
  /** Its number on this server; `12-1` names the first game of room 12 in the history. */
  readonly id: number;
  /** What is played, and by which rules. */
  readonly setup: Setup;
  /** Who deals first. */
  readonly dealer: Seat;
  /** What each seat has fixed its part of every wall with. */
  readonly tips: BySeat<Digest | null>;
  /** The wall of the running hand, or of the next one. */
  readonly wall: WallView | null;
  /** How it is run. */
  readonly options: RoomOptions;
};

/** How a room is run. Said to everybody in it; what is left out in JSON is as in a room nobody has changed anything of. */
export type RoomOptions = {
  /** Who may watch. */
  readonly spectators: Spectators;
  /** Whether those who watch see all hands; only where watching is delayed by 60 seconds or more. */
  readonly open_hands: boolean;
  /** Whether games go into the history; those of a room that is not public need its code there. */
  readonly recorded: boolean;
  /** Whether players may have calls passed for them. */
  readonly quick_pass: boolean;
  /** Whether matches count for the ratings of the profiles that play; only where they are recorded. */
  readonly rated: boolean;
};

/** Who may watch a room. */
export type Spectators =
  /** Anybody, as it happens. */
  | {
      readonly type: 'on';
    }
  /** Nobody. */
  | {
      readonly type: 'off';
    }
  /** Anybody, later: the match is shown as late as this. */
  | {
      readonly type: 'delayed';
      /** How late: 30, 60, 120, 300 or 600 seconds. */
      readonly seconds: number;
    };

/** How far a room is. */
export type Stage =
  | 'waiting'
  | 'playing';

/** Who sits at a seat. */
export type Occupant =
  /** Nobody. */
  | {
      readonly type: 'empty';
    }
  /** A person. */
  | {
      readonly type: 'human';
      /** Their name. */
      readonly name: PlayerName;
      /** The profile they play for, if any. */
      readonly profile: ProfileView | null;
    }
  /** A bot. */
  | {
      readonly type: 'bot';
      /** How well it plays. */
      readonly level: BotLevel;
    }
  /** A bot that keeps the seat of a person who is away. */
  | {
      readonly type: 'stand_in';
      /** Whose seat it is. */
      readonly name: PlayerName;
      /** How well the bot plays. */
      readonly level: BotLevel;
      /** The profile the person plays for, if any. */
      readonly profile: ProfileView | null;
    };

/** A profile as everybody sees it at a seat. */
export type ProfileView = {
  /** What it is found by. */
  readonly id: string;
  /** What it is called. */
  readonly name: string;
};

/** How well a bot plays. */
export type BotLevel =
  | 'random'
  | 'easy'
  | 'medium'
  | 'hard'
  | 'master';

/** A change of a room. */
export type RoomChange =
  /** Somebody sits down, gets up or is replaced. */
  | {
      readonly type: 'seat';
      /** Where. */
      readonly seat: Seat;
      /** Who sits there now. */
      readonly occupant: Occupant;
    }
  /** Another seat's word counts. */
  | {
      readonly type: 'host';
      /** Whose. */
      readonly seat: Seat | null;
    }
  /** The room goes on. */
  | {
      readonly type: 'stage';
      /** How far it is now. */
      readonly stage: Stage;
    }
  /** The room is listed, or no longer. */
  | {
      readonly type: 'public';
      /** Whether it is. */
      readonly public: boolean;
    }
  /** Other rules will be played by. */
  | {
      readonly type: 'setup';
      /** Which. */
      readonly setup: Setup;
    }
  /** Another seat will deal first. */
  | {
      readonly type: 'dealer';
      /** Which. */
      readonly seat: Seat;
    }
  /** Somebody has fixed their part of every wall, or their seat is somebody else's now. */
  | {
      readonly type: 'tip';
      /** Whose. */
      readonly seat: Seat;
      /** With what. */
      readonly tip: Digest | null;
    }
  /** The server has committed to its part of the next wall. */
  | {
      readonly type: 'committed';
      /** The hand it is for, counted in the room from 1. */
      readonly hand: number;
      /** To what. */
      readonly commitment: Digest;
    }
  /** Somebody has revealed their part of the next wall. */
  | {
      readonly type: 'linked';
      /** Who. */
      readonly seat: Seat;
    }
  /** The hand is over, and this was the server's part of its wall. */
  | {
      readonly type: 'revealed';
      /** The hand, counted in the room. */
      readonly hand: number;
      /** The seed that was committed to. */
      readonly seed: Digest;
    }
  /** The room is run another way. */
  | {
      readonly type: 'options';
      /** Which. */
      readonly options: RoomOptions;
    };

/** What is fixed of a wall before anybody can know it. */
export type WallView = {
  /** The hand it is for, counted in the room from 1. */
  readonly hand: number;
  /** What the server has committed to its seed with. */
  readonly commitment: Digest;
  /** Who has revealed their part. */
  readonly given: BySeat<boolean>;
};

/** What the player at one seat may see: the public table, and their own tiles. */
export type SeatView = {
  /** What anybody sees. */
  readonly table: TableView;
  /** Which seat this is. */
  readonly seat: Seat;
  /** The own tiles. */
  readonly own: OwnView;
  /** What the table asks of this seat. */
  readonly prompt: Prompt | null;
};

/** What anybody may see of a table. */
export type TableView = {
  /** What is played by. */
  readonly rules: Rules;
  /** Games played at this table before this one. */
  readonly game: number;
  /** Hands of this match that are over. */
  readonly hands_played: number;
  /** The dealer of this hand. */
  readonly dealer: Seat;
  /** Hands the dealer has kept the deal before this one. */
  readonly streak: number;
  /** The match scores. */
  readonly scores: BySeat<number>;
  /** What the table waits for. */
  readonly phase: PhaseView;
  /** The hand on the table, or the one just over. */
  readonly hand: HandView | null;
};

/** What the table waits for. */
export type PhaseView =
  /** The next hand is about to be dealt. */
  | {
      readonly type: 'awaiting_wall';
    }
  /** A player's turn. */
  | {
      readonly type: 'turn';
      /** Whose. */
      readonly seat: Seat;
    }
  /** Answers to a call. */
  | {
      readonly type: 'calling';
      /** What is up. */
      readonly on: CallOnView;
      /** Who threw or declared it; the dealer for the Gold. */
      readonly from: Seat;
      /** The tile. */
      readonly tile: SuitTile;
      /** Who has answered. */
      readonly answered: BySeat<boolean>;
    }
  /** Everybody getting ready for the next hand. */
  | {
      readonly type: 'between';
      /** Who is. */
      readonly ready: BySeat<boolean>;
    }
  /** Everybody getting ready for another game. */
  | {
      readonly type: 'finished';
      /** Who is. */
      readonly ready: BySeat<boolean>;
    };

/** What is up for a call. */
export type CallOnView =
  | 'discard'
  | 'kong'
  | 'gold';

/** What anybody may see of a hand. */
export type HandView = {
  /** Tiles that can still be drawn. */
  readonly wall_left: number;
  /** The Gold kind, once flipped. */
  readonly gold: SuitTile | null;
  /** The tile that lies where the Gold was flipped. */
  readonly flipped: SuitTile | null;
  /** What lies before each player. */
  readonly players: BySeat<PlayerView>;
  /** Everything thrown, in order. */
  readonly discards: ReadonlyArray<DiscardView>;
  /** How it ended and what everybody held, once it has. */
  readonly end: HandEnd | null;
};

/** A player as others see them: how many tiles, never which. */
export type PlayerView = {
  /** How many tiles are concealed. */
  readonly concealed: number;
  /** The sets laid open. */
  readonly melds: ReadonlyArray<MeldView>;
  /** The bonus tiles laid open, sorted. */
  readonly bonus: ReadonlyArray<BonusTile>;
};

/** A set laid open. */
export type MeldView =
  /** Three in a row. */
  | {
      readonly type: 'chow';
      /** The lowest. */
      readonly low: SuitTile;
      /** The one that was called. */
      readonly called: SuitTile;
      /** Whose discard that was. */
      readonly from: Seat;
    }
  /** Three alike. */
  | {
      readonly type: 'pung';
      /** The kind. */
      readonly tile: SuitTile;
      /** Whose discard was called. */
      readonly from: Seat;
    }
  /** Four alike. */
  | {
      readonly type: 'kong';
      /** The kind. */
      readonly tile: SuitTile;
      /** How it came to be. */
      readonly kind: KongView;
    };

/** How a kong came to be. */
export type KongView =
  /** Four from the own hand. */
  | {
      readonly type: 'concealed';
    }
  /** Three from the own hand and a discard. */
  | {
      readonly type: 'discard';
      /** Whose. */
      readonly from: Seat;
    }
  /** A called pung and the fourth. */
  | {
      readonly type: 'upgraded';
      /** Whose discard the pung was called on. */
      readonly from: Seat;
    };

/** A tile thrown on the table. */
export type DiscardView = {
  /** Who threw it. */
  readonly seat: Seat;
  /** What. */
  readonly tile: SuitTile;
  /** Whether it had just been drawn. */
  readonly drawn: boolean;
  /** Who took it. */
  readonly taken_by: Seat | null;
};

/** A hand that is over: nothing of it is hidden any more. */
export type HandEnd = {
  /** How it ended. */
  readonly outcome: OutcomeView;
  /** What each player held, the winning tile included. */
  readonly hands: BySeat<ReadonlyArray<SuitTile>>;
};

/** How a hand ended. */
export type OutcomeView =
  /** Somebody won. */
  | {
      readonly type: 'won';
      /** Who. */
      readonly seat: Seat;
      /** How. */
      readonly way: WayView;
      /** What it is worth. */
      readonly points: PointsView;
      /** What each score changed by. */
      readonly deltas: BySeat<number>;
      /** The concealed sets and pair as they count; none for Three Golds on the way. */
      readonly groups: ReadonlyArray<GroupView>;
      /** What was drawn to win on, where it was a draw. */
      readonly drawn: SuitTile | null;
    }
  /** The wall ran out. */
  | {
      readonly type: 'drawn';
    }
  /** It was broken off. */
  | {
      readonly type: 'aborted';
    };

/** How a hand was won. */
export type WayView =
  /** On a tile drawn or dealt. */
  | {
      readonly type: 'self_draw';
    }
  /** On a discard. */
  | {
      readonly type: 'discard';
      /** Whose. */
      readonly from: Seat;
    }
  /** On the tile of an upgraded kong. */
  | {
      readonly type: 'robbed_kong';
      /** Whose. */
      readonly from: Seat;
    }
  /** By Three Golds. */
  | {
      readonly type: 'three_golds';
    }
  /** By robbing the Gold. */
  | {
      readonly type: 'robbed_gold';
      /** What the dealer left in its place. */
      readonly exchanged: SuitTile | null;
    };

/** What a win is worth, line by line. */
export type PointsView = {
  /** The sum: what each loser pays, or a third of what the discarder pays alone. */
  readonly total: number;
  /** Bonus tiles. */
  readonly bonus: number;
  /** Golds in the hand. */
  readonly golds: number;
  /** Concealed kongs, two points each. */
  readonly concealed_kongs: number;
  /** Other kongs, a point each. */
  readonly exposed_kongs: number;
  /** Hands the deal was kept, when the dealer won. */
  readonly streak: number;
  /** Whether one and all of the above count twice. */
  readonly doubled: boolean;
  /** Points for Three Golds. */
  readonly three_golds: number;
  /** Points for a pair of two Golds. */
  readonly golden_pair: number;
  /** Points for winning without bonus tile and kong. */
  readonly no_bonus_no_kong: number;
  /** Points for robbing the Gold. */
  readonly robbing_the_gold: number;
  /** Points for a hand of one suit. */
  readonly all_one_suit: number;
};

/** A tile in a set, and whether a Gold stands for it. */
export type PieceView = {
  /** The tile it is, or stands for. */
  readonly tile: SuitTile;
  /** Whether a Gold stands there. */
  readonly gold: boolean;
};

/** One's own tiles. */
export type OwnView = {
  /** The concealed suit tiles, sorted. */
  readonly tiles: ReadonlyArray<SuitTile>;
  /** The one drawn for this turn. */
  readonly drawn: SuitTile | null;
  /** The own answer to the call that is open. */
  readonly answer: AnswerView | null;
};

/** An answer to a call, as whoever gave it sees it. */
export type AnswerView =
  /** Nothing. */
  | {
      readonly type: 'pass';
    }
  /** A run. */
  | {
      readonly type: 'chow';
      /** Its lowest tile. */
      readonly low: SuitTile;
    }
  /** Three alike. */
  | {
      readonly type: 'pung';
    }
  /** Four alike. */
  | {
      readonly type: 'kong';
    }
  /** The win. */
  | {
      readonly type: 'win';
    };

/** What the table asks of a seat. A `None` where a reason could be means it can be done. */
export type Prompt =
  /** The own turn. */
  | {
      readonly type: 'turn';
      /** Why the hand can't be won. */
      readonly win: Reason | null;
      /** Kinds of which a kong can be declared. */
      readonly kongs: ReadonlyArray<SuitTile>;
      /** Kinds held that can't be discarded, and why. */
      readonly barred: ReadonlyArray<readonly [SuitTile, Reason]>;
    }
  /** A tile is up for a call. */
  | {
      readonly type: 'call';
      /** Why it can't be won on. */
      readonly win: Reason | null;
      /** Why it can't be called for four alike. */
      readonly kong: Reason | null;
      /** Why it can't be called for three alike. */
      readonly pung: Reason | null;
      /** Why it can't be called for a run. */
      readonly chow: Reason | null;
      /** The lowest tiles of the runs it can be called for. */
      readonly chows: ReadonlyArray<SuitTile>;
    }
  /** The hand is over; say when you are ready. */
  | {
      readonly type: 'ready';
    };

/** A change anybody hears of. Has no field for a concealed tile of a hand that runs. */
export type PublicChange =
  /** The table waits for something else. */
  | {
      readonly type: 'phase';
      /** For what. */
      readonly phase: PhaseView;
    }
  /** A hand was dealt. */
  | {
      readonly type: 'dealt';
      /** Tiles left in the wall. */
      readonly wall_left: number;
    }
  /** A player drew a tile. */
  | {
      readonly type: 'drew';
      /** Who. */
      readonly seat: Seat;
    }
  /** A player laid a bonus tile open. */
  | {
      readonly type: 'bonus';
      /** Who. */
      readonly seat: Seat;
      /** Which. */
      readonly tile: BonusTile;
    }
  /** A bonus tile came up for the Gold, and went to the dealer. */
  | {
      readonly type: 'bonus_flipped';
      /** Which. */
      readonly tile: BonusTile;
    }
  /** The Gold was flipped. */
  | {
      readonly type: 'gold';
      /** Its kind. */
      readonly tile: SuitTile;
    }
  /** A player threw a tile, and the table waits for answers to that; a `phase` follows if it does not. */
  | {
      readonly type: 'discarded';
      /** Who. */
      readonly seat: Seat;
      /** What. */
      readonly tile: SuitTile;
      /** Whether it had just been drawn. */
      readonly drawn: boolean;
    }
  /** A player answered the call; how is a secret. */
  | {
      readonly type: 'answered';
      /** Who. */
      readonly seat: Seat;
    }
  /** A player took the discard. */
  | {
      readonly type: 'called';
      /** Who. */
      readonly seat: Seat;
      /** The meld made with it. */
      readonly meld: MeldView;
    }
  /** A player laid a kong open, from the hand or on a pung. */
  | {
      readonly type: 'kong';
      /** Who. */
      readonly seat: Seat;
      /** The kong. */
      readonly meld: MeldView;
    }
  /** The hand is over, and open. */
  | {
      readonly type: 'ended';
      /** How it ended. */
      readonly end: HandEnd;
      /** The tile that lies where the Gold was flipped. */
      readonly flipped: SuitTile | null;
    }
  /** A player is ready. */
  | {
      readonly type: 'ready';
      /** Who. */
      readonly seat: Seat;
    }
  /** Everybody is ready, and this is the hand to come. */
  | {
      readonly type: 'next';
      /** Its dealer. */
      readonly dealer: Seat;
      /** Hands they have kept the deal. */
      readonly streak: number;
      /** Games played before this one. */
      readonly game: number;
      /** Hands of it that are over. */
      readonly hands_played: number;
      /** The scores to start from. */
      readonly scores: BySeat<number>;
    }
  /** A table is set up: what is seen of it from now on begins with this. */
  | {
      readonly type: 'table';
      /** The table, before its first hand. */
      readonly table: TableView;
    };

/** A change only the player at one seat hears of; folded in after the public ones of its step. */
export type OwnChange =
  /** The tiles dealt to this seat, bonus tiles to be replaced not among them. */
  | {
      readonly type: 'dealt';
      /** The suit tiles, sorted. */
      readonly tiles: ReadonlyArray<SuitTile>;
    }
  /** A suit tile drawn. */
  | {
      readonly type: 'drew';
      /** Which. */
      readonly tile: SuitTile;
    }
  /** The own answer was taken. */
  | {
      readonly type: 'answered';
      /** Which. */
      readonly answer: AnswerView;
    }
  /** The table asks something else of this seat, or nothing. */
  | {
      readonly type: 'prompt';
      /** What. */
      readonly prompt: Prompt | null;
    };

/** Why a connection is closed. */
export type ByeReason =
  | 'replaced'
  | 'kicked'
  | 'closed'
  | 'restarting'
  | 'watching_off';

/** Why a request was not carried out. */
export type Refusal =
  | 'bad_message'
  | 'no_room'
  | 'room_full'
  | 'bad_token'
  | 'no_seat'
  | 'not_host'
  | 'playing'
  | 'not_playing'
  | 'seats_empty'
  | 'seat_taken'
  | 'bad_rules'
  | 'slow_down'
  | 'store_unavailable'
  | 'too_many_rooms'
  | 'already_in_room'
  | 'bad_link'
  | 'room_closed'
  | 'bad_options'
  | 'watching_off'
  | 'not_allowed'
  | 'no_profile'
  | 'stale'
  | 'not_your_turn'
  | 'nothing_to_call'
  | 'calls_open'
  | 'own_tile'
  | 'already_answered'
  | 'win_only'
  | 'incomplete'
  | 'not_held'
  | 'gold'
  | 'just_called'
  | 'not_left'
  | 'no_run'
  | 'no_pair'
  | 'no_triplet'
  | 'no_four'
  | 'after_call'
  | 'kongs_off'
  | 'hand_running'
  | 'no_hand'
  | 'already_ready';

/** What can differ between tables. In JSON missing fields are those of `classic`. */
export type Rules = {
  /** Which tiles are in play. */
  readonly tiles: TileSet;
  /** Whether kongs can be made. */
  readonly kongs: boolean;
  /** Points for Three Golds; all points are at most 1000. */
  readonly three_golds: number;
  /** Points for a pair made of two Golds; 0 is off. */
  readonly golden_pair: number;
  /** Points for winning without bonus tile and kong; 0 is off. */
  readonly no_bonus_no_kong: number;
  /** Points for robbing the Gold; null is off. */
  readonly robbing_the_gold: number | null;
  /** Points for a hand of one suit, Golds ignored; 0 is off. */
  readonly all_one_suit: number;
  /** Hands in a match, 1 to 64. */
  readonly hands: number;
  /** Whether each hand the dealer keeps the deal adds a point. */
  readonly dealer_streak: boolean;
  /** Tiles at the end of the wall that are never drawn: 0, 16 or 18. */
  readonly dead_wall: number;
  /** Whether a Gold may be discarded. */
  readonly gold_discard: GoldDiscard;
  /** Whether the kind just called may be discarded at once. */
  readonly discard_called_kind: boolean;
  /** Who pays for a win on a discard. */
  readonly payers: Payers;
  /** Seconds for a turn, 5 to 120; null waits. */
  readonly turn_seconds: number | null;
  /** Seconds to answer a call, 5 to 120; null waits. */
  readonly call_seconds: number | null;
};

/** Which tiles are in play. */
export type TileSet =
  | 'winds_and_seasons'
  | 'all_bonus';

/** Whether a Gold may be discarded. */
export type GoldDiscard =
  | 'last_resort'
  | 'allowed';

/** Who pays for a win on a discard. */
export type Payers =
  | 'everyone'
  | 'discarder';

/** Why something can't be done. */
export type Reason =
  | 'not_your_turn'
  | 'nothing_to_call'
  | 'calls_open'
  | 'own_tile'
  | 'already_answered'
  | 'win_only'
  | 'incomplete'
  | 'not_held'
  | 'gold'
  | 'just_called'
  | 'not_left'
  | 'no_run'
  | 'no_pair'
  | 'no_triplet'
  | 'no_four'
  | 'after_call'
  | 'kongs_off'
  | 'hand_running'
  | 'no_hand'
  | 'already_ready';

/** A concealed set or pair of a winner. */
export type GroupView = ReadonlyArray<PieceView>;

/** What a client calls one of its requests. */
export type RequestId = number;

/** A step of a room: 1, 2, 3... without gaps, the same for every audience. */
export type Seq = number;

/** A room's code: six of `ABCDEFGHJKMNPQRSTUVWXYZ23456789`; lower case is accepted. */
export type RoomCode = string;

/** A name: 1 to 24 characters after control characters, marks nobody sees (of direction, joiners) and space around are dropped. */
export type PlayerName = string;

/** What shows that a profile is one's own. Keep it secret; nobody else is told. */
export type ProfileKey = string;

/** The concealed tiles of every seat, sorted. */
export type OpenHands = BySeat<ReadonlyArray<SuitTile>>;

/** What lets a player come back to a seat. Keep it secret. */
export type SeatToken = string;

/** Types that have a layout. */
export type LayoutName =
  | 'ClientMessage'
  | 'SeatMessage'
  | 'SpectatorMessage'
  | 'HandsMessage'
  | 'Setup'
  | 'ActionView'
  | 'HostOrder'
  | 'RoomView'
  | 'RoomOptions'
  | 'Spectators'
  | 'Stage'
  | 'Occupant'
  | 'ProfileView'
  | 'BotLevel'
  | 'RoomChange'
  | 'WallView'
  | 'SeatView'
  | 'TableView'
  | 'PhaseView'
  | 'CallOnView'
  | 'HandView'
  | 'PlayerView'
  | 'MeldView'
  | 'KongView'
  | 'DiscardView'
  | 'HandEnd'
  | 'OutcomeView'
  | 'WayView'
  | 'PointsView'
  | 'PieceView'
  | 'OwnView'
  | 'AnswerView'
  | 'Prompt'
  | 'PublicChange'
  | 'OwnChange'
  | 'ByeReason'
  | 'Refusal'
  | 'Rules'
  | 'TileSet'
  | 'GoldDiscard'
  | 'Payers'
  | 'Reason';

/** How each type lies in the two encodings. */
export const LAYOUTS: Readonly<Record<LayoutName, Layout>> = {
  ClientMessage: {
    variants: [
      [0, 'create', [['request', 'u32'], ['name', 'text'], ['setup', 'Setup'], ['public', 'bool'], ['tip', { option: 'digest' }], ['profile', { option: 'text' }], ['token', { option: 'text' }]]],
      [1, 'join', [['request', 'u32'], ['code', 'text'], ['name', 'text'], ['tip', { option: 'digest' }], ['profile', { option: 'text' }], ['token', { option: 'text' }]]],
      [2, 'watch', [['request', 'u32'], ['code', 'text'], ['last_seq', { option: 'u64' }]]],
      [3, 'resume', [['request', 'u32'], ['code', 'text'], ['token', 'text'], ['last_seq', { option: 'u64' }]]],
      [4, 'act', [['request', 'u32'], ['action', 'ActionView'], ['last_seq', { option: 'u64' }]]],
      [5, 'host', [['request', 'u32'], ['order', 'HostOrder']]],
      [6, 'leave', [['request', 'u32']]],
      [7, 'link', [['request', 'u32'], ['hand', 'u32'], ['link', 'digest']]],
      [8, 'quick_pass', [['request', 'u32'], ['on', 'bool']]],
      [9, 'past', [['request', 'u32']]],
    ],
  },
  SeatMessage: {
    variants: [
      [0, 'accepted', [['request', 'u32'], ['seq', 'u64']]],
      [1, 'refused', [['request', 'u32'], ['reason', 'Refusal']]],
      [2, 'snapshot', [['seq', 'u64'], ['room', 'RoomView'], ['view', { option: 'SeatView' }]]],
      [3, 'step', [['seq', 'u64'], ['room', { list: 'RoomChange' }], ['public', { list: 'PublicChange' }], ['own', { list: 'OwnChange' }]]],
      [4, 'presence', [['online', { bySeat: 'bool' }], ['watchers', 'u32']]],
      [5, 'bye', [['reason', 'ByeReason'], ['retry_ms', { option: 'u32' }]]],
      [6, 'seated', [['request', 'u32'], ['code', 'text'], ['seat', 'seat'], ['token', 'text']]],
      [7, 'timer', [['seq', 'u64'], ['left_ms', 'u32']]],
      [9, 'stalled', []],
    ],
  },
  SpectatorMessage: {
    variants: [
      [0, 'accepted', [['request', 'u32'], ['seq', 'u64']]],
      [1, 'refused', [['request', 'u32'], ['reason', 'Refusal']]],
      [2, 'snapshot', [['seq', 'u64'], ['room', 'RoomView'], ['table', { option: 'TableView' }]]],
      [3, 'step', [['seq', 'u64'], ['room', { list: 'RoomChange' }], ['public', { list: 'PublicChange' }]]],
      [4, 'presence', [['online', { bySeat: 'bool' }], ['watchers', 'u32']]],
      [5, 'bye', [['reason', 'ByeReason'], ['retry_ms', { option: 'u32' }]]],
      [7, 'timer', [['seq', 'u64'], ['left_ms', 'u32']]],
      [9, 'stalled', []],
      [10, 'past', [['seq', 'u64'], ['table', 'TableView'], ['steps', { list: { tuple: ['u64', { list: 'PublicChange' }] } }]]],
    ],
  },
  HandsMessage: {
    variants: [
      [8, 'hands', [['seq', 'u64'], ['hands', { bySeat: { list: 'suit_tile' } }]]],
    ],
  },
  Setup: {
    variants: [
      [0, 'fujian', [['rules', 'Rules']]],
    ],
  },
  ActionView: {
    variants: [
      [0, 'discard', [['tile', 'suit_tile']]],
      [1, 'win', []],
      [2, 'pass', []],
      [3, 'chow', [['low', 'suit_tile']]],
      [4, 'pung', []],
      [5, 'kong', []],
      [6, 'declare_kong', [['tile', 'suit_tile']]],
      [7, 'ready', []],
    ],
  },
  HostOrder: {
    variants: [
      [0, 'start', []],
      [1, 'abort', []],
      [2, 'bot', [['seat', 'seat'], ['level', 'BotLevel']]],
      [3, 'kick', [['seat', 'seat']]],
      [4, 'dealer', [['seat', 'seat']]],
      [5, 'setup', [['setup', 'Setup']]],
      [6, 'public', [['public', 'bool']]],
      [7, 'options', [['options', 'RoomOptions']]],
    ],
  },
  RoomView: { fields: [['code', 'text'], ['stage', 'Stage'], ['seats', { bySeat: 'Occupant' }], ['host', { option: 'seat' }], ['public', 'bool'], ['id', 'u64'], ['setup', 'Setup'], ['dealer', 'seat'], ['tips', { bySeat: { option: 'digest' } }], ['wall', { option: 'WallView' }], ['options', 'RoomOptions']] },
  RoomOptions: { fields: [['spectators', 'Spectators'], ['open_hands', 'bool'], ['recorded', 'bool'], ['quick_pass', 'bool'], ['rated', 'bool']] },
  Spectators: {
    variants: [
      [0, 'on', []],
      [1, 'off', []],
      [2, 'delayed', [['seconds', 'u16']]],
    ],
  },
  Stage: { names: [[0, 'waiting'], [1, 'playing']] },
  Occupant: {
    variants: [
      [0, 'empty', []],
      [1, 'human', [['name', 'text'], ['profile', { option: 'ProfileView' }]]],
      [2, 'bot', [['level', 'BotLevel']]],
      [3, 'stand_in', [['name', 'text'], ['level', 'BotLevel'], ['profile', { option: 'ProfileView' }]]],
    ],
  },
  ProfileView: { fields: [['id', 'text'], ['name', 'text']] },
  BotLevel: { names: [[0, 'random'], [1, 'easy'], [2, 'medium'], [3, 'hard'], [4, 'master']] },
  RoomChange: {
    variants: [
      [0, 'seat', [['seat', 'seat'], ['occupant', 'Occupant']]],
      [1, 'host', [['seat', { option: 'seat' }]]],
      [2, 'stage', [['stage', 'Stage']]],
      [3, 'public', [['public', 'bool']]],
      [4, 'setup', [['setup', 'Setup']]],
      [5, 'dealer', [['seat', 'seat']]],
      [6, 'tip', [['seat', 'seat'], ['tip', { option: 'digest' }]]],
      [7, 'committed', [['hand', 'u32'], ['commitment', 'digest']]],
      [8, 'linked', [['seat', 'seat']]],
      [9, 'revealed', [['hand', 'u32'], ['seed', 'digest']]],
      [10, 'options', [['options', 'RoomOptions']]],
    ],
  },
  WallView: { fields: [['hand', 'u32'], ['commitment', 'digest'], ['given', { bySeat: 'bool' }]] },
  SeatView: { fields: [['table', 'TableView'], ['seat', 'seat'], ['own', 'OwnView'], ['prompt', { option: 'Prompt' }]] },
  TableView: { fields: [['rules', 'Rules'], ['game', 'u32'], ['hands_played', 'u8'], ['dealer', 'seat'], ['streak', 'u8'], ['scores', { bySeat: 'i32' }], ['phase', 'PhaseView'], ['hand', { option: 'HandView' }]] },
  PhaseView: {
    variants: [
      [0, 'awaiting_wall', []],
      [1, 'turn', [['seat', 'seat']]],
      [2, 'calling', [['on', 'CallOnView'], ['from', 'seat'], ['tile', 'suit_tile'], ['answered', { bySeat: 'bool' }]]],
      [3, 'between', [['ready', { bySeat: 'bool' }]]],
      [4, 'finished', [['ready', { bySeat: 'bool' }]]],
    ],
  },
  CallOnView: { names: [[0, 'discard'], [1, 'kong'], [2, 'gold']] },
  HandView: { fields: [['wall_left', 'u8'], ['gold', { option: 'suit_tile' }], ['flipped', { option: 'suit_tile' }], ['players', { bySeat: 'PlayerView' }], ['discards', { list: 'DiscardView' }], ['end', { option: 'HandEnd' }]] },
  PlayerView: { fields: [['concealed', 'u8'], ['melds', { list: 'MeldView' }], ['bonus', { list: 'bonus_tile' }]] },
  MeldView: {
    variants: [
      [0, 'chow', [['low', 'suit_tile'], ['called', 'suit_tile'], ['from', 'seat']]],
      [1, 'pung', [['tile', 'suit_tile'], ['from', 'seat']]],
      [2, 'kong', [['tile', 'suit_tile'], ['kind', 'KongView']]],
    ],
  },
  KongView: {
    variants: [
      [0, 'concealed', []],
      [1, 'discard', [['from', 'seat']]],
      [2, 'upgraded', [['from', 'seat']]],
    ],
  },
  DiscardView: { fields: [['seat', 'seat'], ['tile', 'suit_tile'], ['drawn', 'bool'], ['taken_by', { option: 'seat' }]] },
  HandEnd: { fields: [['outcome', 'OutcomeView'], ['hands', { bySeat: { list: 'suit_tile' } }]] },
  OutcomeView: {
    variants: [
      [0, 'won', [['seat', 'seat'], ['way', 'WayView'], ['points', 'PointsView'], ['deltas', { bySeat: 'i32' }], ['groups', { list: { list: 'PieceView' } }], ['drawn', { option: 'suit_tile' }]]],
      [1, 'drawn', []],
      [2, 'aborted', []],
    ],
  },
  WayView: {
    variants: [
      [0, 'self_draw', []],
      [1, 'discard', [['from', 'seat']]],
      [2, 'robbed_kong', [['from', 'seat']]],
      [3, 'three_golds', []],
      [4, 'robbed_gold', [['exchanged', { option: 'suit_tile' }]]],
    ],
  },
  PointsView: { fields: [['total', 'u32'], ['bonus', 'u8'], ['golds', 'u8'], ['concealed_kongs', 'u8'], ['exposed_kongs', 'u8'], ['streak', 'u8'], ['doubled', 'bool'], ['three_golds', 'u16'], ['golden_pair', 'u16'], ['no_bonus_no_kong', 'u16'], ['robbing_the_gold', 'u16'], ['all_one_suit', 'u16']] },
  PieceView: { fields: [['tile', 'suit_tile'], ['gold', 'bool']] },
  OwnView: { fields: [['tiles', { list: 'suit_tile' }], ['drawn', { option: 'suit_tile' }], ['answer', { option: 'AnswerView' }]] },
  AnswerView: {
    variants: [
      [0, 'pass', []],
      [1, 'chow', [['low', 'suit_tile']]],
      [2, 'pung', []],
      [3, 'kong', []],
      [4, 'win', []],
    ],
  },
  Prompt: {
    variants: [
      [0, 'turn', [['win', { option: 'Reason' }], ['kongs', { list: 'suit_tile' }], ['barred', { list: { tuple: ['suit_tile', 'Reason'] } }]]],
      [1, 'call', [['win', { option: 'Reason' }], ['kong', { option: 'Reason' }], ['pung', { option: 'Reason' }], ['chow', { option: 'Reason' }], ['chows', { list: 'suit_tile' }]]],
      [2, 'ready', []],
    ],
  },
  PublicChange: {
    variants: [
      [0, 'phase', [['phase', 'PhaseView']]],
      [1, 'dealt', [['wall_left', 'u8']]],
      [2, 'drew', [['seat', 'seat']]],
      [3, 'bonus', [['seat', 'seat'], ['tile', 'bonus_tile']]],
      [4, 'bonus_flipped', [['tile', 'bonus_tile']]],
      [5, 'gold', [['tile', 'suit_tile']]],
      [6, 'discarded', [['seat', 'seat'], ['tile', 'suit_tile'], ['drawn', 'bool']]],
      [7, 'answered', [['seat', 'seat']]],
      [8, 'called', [['seat', 'seat'], ['meld', 'MeldView']]],
      [9, 'kong', [['seat', 'seat'], ['meld', 'MeldView']]],
      [10, 'ended', [['end', 'HandEnd'], ['flipped', { option: 'suit_tile' }]]],
      [11, 'ready', [['seat', 'seat']]],
      [12, 'next', [['dealer', 'seat'], ['streak', 'u8'], ['game', 'u32'], ['hands_played', 'u8'], ['scores', { bySeat: 'i32' }]]],
      [13, 'table', [['table', 'TableView']]],
    ],
  },
  OwnChange: {
    variants: [
      [0, 'dealt', [['tiles', { list: 'suit_tile' }]]],
      [1, 'drew', [['tile', 'suit_tile']]],
      [2, 'answered', [['answer', 'AnswerView']]],
      [3, 'prompt', [['prompt', { option: 'Prompt' }]]],
    ],
  },
  ByeReason: { names: [[0, 'replaced'], [1, 'kicked'], [2, 'closed'], [3, 'restarting'], [4, 'watching_off']] },
  Refusal: { names: [[0, 'bad_message'], [1, 'no_room'], [2, 'room_full'], [3, 'bad_token'], [4, 'no_seat'], [5, 'not_host'], [6, 'playing'], [7, 'not_playing'], [8, 'seats_empty'], [9, 'seat_taken'], [10, 'bad_rules'], [11, 'slow_down'], [12, 'store_unavailable'], [13, 'too_many_rooms'], [14, 'already_in_room'], [15, 'bad_link'], [16, 'room_closed'], [17, 'bad_options'], [18, 'watching_off'], [19, 'not_allowed'], [20, 'no_profile'], [21, 'stale'], [64, 'not_your_turn'], [65, 'nothing_to_call'], [66, 'calls_open'], [67, 'own_tile'], [68, 'already_answered'], [69, 'win_only'], [70, 'incomplete'], [71, 'not_held'], [72, 'gold'], [73, 'just_called'], [74, 'not_left'], [75, 'no_run'], [76, 'no_pair'], [77, 'no_triplet'], [78, 'no_four'], [79, 'after_call'], [80, 'kongs_off'], [81, 'hand_running'], [82, 'no_hand'], [83, 'already_ready']] },
  Rules: { fields: [['tiles', 'TileSet'], ['kongs', 'bool'], ['three_golds', 'u16'], ['golden_pair', 'u16'], ['no_bonus_no_kong', 'u16'], ['robbing_the_gold', { option: 'u16' }], ['all_one_suit', 'u16'], ['hands', 'u8'], ['dealer_streak', 'bool'], ['dead_wall', 'u8'], ['gold_discard', 'GoldDiscard'], ['discard_called_kind', 'bool'], ['payers', 'Payers'], ['turn_seconds', { option: 'u8' }], ['call_seconds', { option: 'u8' }]] },
  TileSet: { words: ['winds_and_seasons', 'all_bonus'] },
  GoldDiscard: { words: ['last_resort', 'allowed'] },
  Payers: { words: ['everyone', 'discarder'] },
  Reason: { names: [[0, 'not_your_turn'], [1, 'nothing_to_call'], [2, 'calls_open'], [3, 'own_tile'], [4, 'already_answered'], [5, 'win_only'], [6, 'incomplete'], [7, 'not_held'], [8, 'gold'], [9, 'just_called'], [10, 'not_left'], [11, 'no_run'], [12, 'no_pair'], [13, 'no_triplet'], [14, 'no_four'], [15, 'after_call'], [16, 'kongs_off'], [17, 'hand_running'], [18, 'no_hand'], [19, 'already_ready']] },
};
