/** Tells from a step what happened, for the log, the live regions and the sounds. */
import type {
  Occupant,
  OwnChange,
  Prompt,
  PublicChange,
  RoomChange,
  SeatView,
  TableView,
} from '../wire/messages.generated';
import { isPromised } from '../fair/wall';
import type { Known, Step } from './applyChange';
import type { Claim, Happening, LogEvent } from './log';
import { assertNever } from './seats';
import { calledTile } from './tiles';

/** What happened in a step that led from what was known to what is known now. */
export function happenings(before: Known, after: Known, step: Step): readonly LogEvent[] {
  const told = [
    ...step.room.flatMap((change) => ofRoom(before, change)),
    ...step.public.flatMap((change) => ofTable(before.table, after.table, change)),
    ...(step.own ?? []).flatMap((change) => ofOwn(before.view, after.view, change)),
  ];
  return inOneBreath(told).map((what, place) => ({ key: `${step.seq}.${place}`, seq: step.seq, what }));
}

/** What a player is being asked, for whoever comes in the middle of it. */
export function openQuestion({ seq, view }: Known): readonly LogEvent[] {
  const open = view?.prompt == null ? [] : asked(view.prompt, view);
  return open.map((what, place) => ({ key: `${seq}.open.${place}`, seq, what }));
}

/** Whether nobody else sits there: only the profile is shown no longer. */
function isSame(was: Occupant, is: Occupant): boolean {
  return 'profile' in was && 'profile' in is && was.profile !== null && is.profile === null && was.type === is.type;
}

function ofRoom(before: Known, change: RoomChange): readonly Happening[] {
  switch (change.type) {
    case 'seat': {
      const { seat, occupant } = change;
      const was = before.room.seats[seat];
      if (isSame(was, occupant)) return [];
      return [occupant.type === 'empty' ? { type: 'got_up', seat, was } : { type: 'sat', seat, occupant }];
    }
    case 'host':
      return change.seat === null ? [] : [{ type: 'host', seat: change.seat }];
    case 'dealer':
      return [{ type: 'first_dealer', seat: change.seat }];
    case 'setup':
      return [{ type: 'rules' }];
    case 'revealed': {
      const { code, wall } = before.room;
      if (wall === null || wall.hand !== change.hand) return [];
      return [{ type: 'revealed', isPromised: isPromised(code, change.hand, change.seed, wall.commitment) }];
    }
    case 'stage':
    case 'public':
    case 'tip':
    case 'committed':
    case 'linked':
    case 'options':
      return [];
    default:
      return assertNever(change);
  }
}

function ofTable(
  before: TableView | null,
  after: TableView | null,
  change: PublicChange,
): readonly Happening[] {
  switch (change.type) {
    case 'dealt':
      return after === null ? [] : [dealt(after)];
    case 'bonus':
      return [{ type: 'bonus', seat: change.seat, tiles: [change.tile] }];
    case 'bonus_flipped':
      return after === null ? [] : [{ type: 'bonus', seat: after.dealer, tiles: [change.tile] }];
    case 'gold':
    case 'discarded':
    case 'ready':
    case 'kong':
      return [change];
    case 'called': {
      const last = before?.hand?.discards.at(-1);
      const { seat, meld } = change;
      return last === undefined ? [] : [{ type: 'called', seat, meld, tile: calledTile(meld), from: last.seat }];
    }
    case 'ended': {
      const { outcome } = change.end;
      return [outcome];
    }
    case 'next':
      return before !== null && change.game > before.game ? [{ type: 'again' }] : [];
    case 'phase':
    case 'drew':
    case 'answered':
    case 'table':
      return [];
    default:
      return assertNever(change);
  }
}

/** What the hand that has just been dealt is called. */
export function dealt(table: TableView): Happening {
  const { dealer, hands_played, rules, hand } = table;
  // Three Golds may end a hand in the step that dealt it.
  const isOver = hand !== null && hand.end !== null && hand.end.outcome.type !== 'aborted';
  return { type: 'dealt', dealer, hand: hands_played + (isOver ? 0 : 1), hands: rules.hands };
}

function ofOwn(
  before: SeatView | null,
  after: SeatView | null,
  change: OwnChange,
): readonly Happening[] {
  if (change.type !== 'prompt' || after === null) return [];
  const { prompt } = after;
  return prompt === null || prompt.type === before?.prompt?.type && prompt.type === 'ready'
    ? []
    : asked(prompt, after);
}

function asked(prompt: Prompt, view: SeatView): readonly Happening[] {
  switch (prompt.type) {
    case 'turn':
      return [{ type: 'your_turn', drawn: view.own.drawn, win: prompt.win === null }];
    case 'call': {
      const { phase } = view.table;
      if (phase.type !== 'calling') return [];
      const { on, from, tile } = phase;
      return [{ type: 'asked', on, from, tile, can: claims(prompt) }];
    }
    case 'ready':
      return [{ type: 'your_ready' }];
    default:
      return assertNever(prompt);
  }
}

/** What a call prompt allows, the strongest first. */
export function claims(prompt: Extract<Prompt, { type: 'call' }>): readonly Claim[] {
  const all: readonly Claim[] = ['win', 'kong', 'pung', 'chow'];
  return all.filter((claim) => prompt[claim] === null);
}

/** Bonus tiles that one player lays open in a row are told together. */
function inOneBreath(told: readonly Happening[]): readonly Happening[] {
  return told.reduce<Happening[]>((joined, what) => {
    const last = joined.at(-1);
    if (what.type === 'bonus' && last?.type === 'bonus' && last.seat === what.seat) {
      joined[joined.length - 1] = { ...last, tiles: [...last.tiles, ...what.tiles] };
    } else {
      joined.push(what);
    }
    return joined;
  }, []);
}
