/** What the player at the table is about to do: the raised tile, the call being chosen, why something failed. */
import { untrack } from 'svelte';
import type { Command } from '../../input/commands';
import type { RefusalCode } from '../../net/requests';
import { session } from '../../net/session.svelte';
import { choose, settings } from '../../settings.svelte';
import { canOnlyPass, isAlone, isQuicklyPassed, passAfterMs, passesFor } from '../../table/passing';
import { seatAfter } from '../../table/seats';
import type { ActionView, Reason, RoomView, SeatView } from '../../wire/messages.generated';
import type { SuitTile } from '../../wire/tile';
import { nameOf } from '../../words/people';
import { spoken } from '../../words/spoken.svelte';
import { tileText } from '../../words/tiles';
import { say } from '../live.svelte';
import { createChoosing, type Several } from './choosing.svelte';
import type { HandTile } from './laid';
import { createOrder } from './order.svelte';
import { reasonText, type Circumstances } from './reasons';
import { askedKey, handKey } from './scene';
import { seenOf } from './seen';

/** What it is played with. */
export type Given = {
  readonly room: RoomView;
  readonly view: SeatView | null;
  readonly act: ((action: ActionView) => Promise<RefusalCode | null>) | null;
  readonly passing: Passing | null;
  /** Called with the tile that is about to leave the hand. */
  readonly onthrow: (tile: HandTile) => void;
};

/** Passing that the server does for the rest of a hand; null where the room does not allow it. */
export type Passing = { readonly isOn: boolean; readonly ask: (on: boolean) => Promise<RefusalCode | null> };

/** A tap in flight when a prompt appears must not answer it. */
const GUARD_MS = 200;

/** When what is going on was done: a page that is busy hears of a tap later, and it was still meant for what was there. */
const tappedAt = (): number => Math.min(performance.now(), window.event?.timeStamp ?? Infinity);

export type Play = ReturnType<typeof createPlay>;

export type Call = 'win' | 'kong' | 'pung' | 'chow' | 'pass';

// tidy: long function because its parts share one state, as a component's do; each of them is short
export function createPlay(given: () => Given) {
  let raised = $state<string | null>(null);
  let reason = $state('');
  let sending = $state.raw<ActionView | null>(null);
  /** The prompt that was passed by itself, or that could not be. */
  let passed = $state('');
  let handedBack = $state('');
  /** When something was asked, and when buttons were last laid where a finger may be. */
  let promptedAt = 0;
  let laidAt = 0;

  const prompt = $derived(given().view?.prompt ?? null);
  const gold = $derived(given().view?.table.hand?.gold ?? null);
  const hand = $derived(given().view === null ? '' : handKey(given().room, given().view!.table));
  const order = createOrder(() => {
    const own = given().view?.own;
    return { hand, tiles: own?.tiles ?? [], drawn: own?.drawn ?? null, gold };
  });
  const tiles = $derived(order.tiles);
  const chosen = $derived(tiles.find(({ key }) => key === raised) ?? null);
  const seen = $derived.by(() => {
    const { view } = given();
    return chosen === null || view === null ? null : seenOf(chosen.tile, view);
  });
  /** The hand is over: none of its tiles is chosen any more, and nothing that came too late for it is told. */
  const isOver = $derived(given().view?.table.hand?.end != null);
  const isLive = $derived(session.state?.type === 'live');
  const barred = $derived(new Map(prompt?.type === 'turn' ? prompt.barred : []));
  const promptKey = $derived(askedKey(given().view));
  const passesForMe = $derived.by(() => {
    const { room, view } = given();
    return view !== null && passesFor(settings.now.passing, room, view.seat);
  });
  const quickPasses = $derived(given().passing?.isOn === true);
  const isQuickPassing = $derived(quickPasses && isQuicklyPassed(prompt));
  /** The server passes all but a possible win; this page alone passes only where nothing can be called. */
  const isPassing = $derived(isQuickPassing || (passesForMe && canOnlyPass(prompt) && handedBack !== promptKey));
  const isOffered = $derived(!passesForMe && canOnlyPass(prompt) && !settings.now.passingOffered);

  $effect(() => {
    void promptKey;
    promptedAt = laidAt = performance.now();
    choosing.ask(null);
    reason = '';
  });
  // Why something could not be done is over when the line is back.
  $effect(() => {
    if (isLive) reason = '';
  });
  $effect(() => {
    void hand;
    passed = '';
    handedBack = '';
    raised = null;
  });
  $effect(() => {
    if (!isPassing || isQuickPassing || sending !== null || !isLive || passed === promptKey) return;
    // Others who answer meanwhile don't make it longer.
    const { room, view } = untrack(given);
    const isAmongBots = view !== null && isAlone(room, view.seat);
    const timer = setTimeout(() => void passByItself(), passAfterMs(isAmongBots, settings.now.pace === 'calm', Math.random()));
    return () => clearTimeout(timer);
  });

  /** Once for each prompt, and again where it did not reach the server. */
  async function passByItself(): Promise<void> {
    const key = promptKey;
    passed = key;
    const refused = await send({ type: 'pass' });
    if (refused === 'offline') passed = '';
    // What can't be passed now is the player's again: nobody waits for something that does not come.
    else if (refused !== null) handedBack = key;
  }

  function letPass(passes: boolean): void {
    choose({ passing: passes ? 'always' : 'never', passingOffered: true });
    say(passes ? spoken.words.table.autoPassOn : spoken.words.table.autoPassOff, 'polite');
  }

  function circumstances(wanted: Circumstances['wanted'], tile: SuitTile | null): Circumstances {
    const { room, view } = given();
    const left = view === null ? '' : nameOf(room, seatAfter(view.seat, -1), spoken.words);
    return { wanted, tile: tile === null ? null : tileText(tile, spoken.words), left };
  }

  /** Says in one line why something can't be done. */
  function explain(why: RefusalCode | Reason, wanted: Circumstances['wanted'], tile: SuitTile | null = null): void {
    reason = reasonText(why, circumstances(wanted, tile), spoken.words);
    say(reason, 'assertive');
  }

  /** Plays; says why if that is refused, and what for. */
  async function send(action: ActionView): Promise<RefusalCode | null> {
    const { act } = given();
    if (act === null || sending !== null) return null;
    sending = action;
    const refused = await act(action);
    sending = null;
    if (refused !== null && isOver && action.type !== 'ready') return refused;
    if (refused !== null) explain(refused, action.type, 'tile' in action ? action.tile : null);
    // Else another of its kind would stay raised, and the next first tap would throw it.
    else if (action.type === 'discard') raised = null;
    return refused;
  }

  function throwTile(tile: HandTile): void {
    const why = prompt?.type === 'turn' ? barred.get(tile.tile) : prompt?.type === 'call' ? 'calls_open' : 'not_your_turn';
    if (why !== undefined) return explain(why, 'discard', tile.tile);
    given().onthrow(tile);
    order.throws(tile.key);
    void send({ type: 'discard', tile: tile.tile });
  }

  /** Turns passing on or off; the server has to know where it is to do it. */
  async function pass(on: boolean): Promise<void> {
    const refused = (await given().passing?.ask(on)) ?? null;
    if (refused === null) say(on ? spoken.words.table.quickPassOn : spoken.words.table.autoPassOff, 'polite');
    else explain(refused, 'pass');
  }

  /** The tile up for a call. */
  function upTile(): SuitTile | null {
    const phase = given().view?.table.phase;
    return phase?.type === 'calling' ? phase.tile : null;
  }

  function callReason(call: Call): Reason | null {
    if (prompt?.type === 'turn' && call === 'win') return prompt.win;
    if (prompt?.type !== 'call') return 'nothing_to_call';
    return call === 'pass' ? null : prompt[call];
  }

  /** Why an answer can't be given, in one line; nothing if it can. */
  function whyNot(call: Call): string {
    const why = callReason(call);
    return why === null ? '' : reasonText(why, circumstances(call, upTile()), spoken.words);
  }

  const isGuarded = (): boolean => tappedAt() - promptedAt < GUARD_MS;

  /** Does what a button says, unless it came under the finger a moment ago: a second tap was meant for what was there. */
  function tap(does: () => void): void {
    if (tappedAt() - laidAt >= GUARD_MS) does();
  }

  const ownKongs = (): readonly SuitTile[] => (prompt?.type === 'turn' ? prompt.kongs : []);

  const choosing = createChoosing((kind) => (kind === 'kong' ? ownKongs() : prompt?.type === 'call' ? prompt.chows : []), take, tap);

  function take(kind: Several, tile: SuitTile): void {
    if (!isGuarded()) void send(kind === 'chow' ? { type: 'chow', low: tile } : { type: 'declare_kong', tile });
  }

  /** Asks which of several, or no longer: other buttons lie there then. Not while an answer is on its way. */
  function chooseAmong(kind: Several | null): void {
    if (kind === null || sending === null) choosing.ask(kind);
    laidAt = performance.now();
  }

  /** Answers a call, or says why that answer can't be given. */
  function answer(call: Call): void {
    if (isGuarded()) return;
    const why = callReason(call);
    if (why !== null) return explain(why, call, upTile());
    if (isOffered) choose({ passingOffered: true });
    if (call !== 'chow') return void send({ type: call });
    const runs = prompt?.type === 'call' ? prompt.chows : [];
    const [only] = runs;
    if (runs.length === 1 && only !== undefined) void send({ type: 'chow', low: only });
    else chooseAmong('chow');
  }

  function chow(nth: number): boolean {
    const low = prompt?.type === 'call' ? prompt.chows[nth] : undefined;
    if (low !== undefined) take('chow', low);
    return low !== undefined;
  }

  /** Lays the one kong there is, asks which of several, or says that there is none. */
  function declareKong(): void {
    if (isGuarded()) return;
    const [only, other] = ownKongs();
    if (other !== undefined) chooseAmong('kong');
    else if (only !== undefined) take('kong', only);
    else {
      reason = spoken.words.table.noKongNow;
      say(reason, 'assertive');
    }
  }

  function step(by: 1 | -1): boolean {
    if (tiles.length === 0) return false;
    const at = tiles.findIndex(({ key }) => key === raised);
    const next = at === -1 ? (by === 1 ? 0 : tiles.length - 1) : (at + by + tiles.length) % tiles.length;
    raised = tiles[next]?.key ?? null;
    sayRaised();
    return true;
  }

  function raiseDrawn(): boolean {
    const drawn = tiles.findLast(({ gap }) => gap === 'drawn');
    if (drawn === undefined) return false;
    raised = drawn.key;
    sayRaised();
    return true;
  }

  /** Lays the raised tile at another place in the hand, where the player keeps an order of their own. */
  function lay(place: number): boolean {
    if (raised === null || !order.lay(raised, place)) return false;
    const { place: told } = spoken.words.table;
    if (chosen !== null) say(told(tileText(chosen.tile, spoken.words, gold), place + 1, tiles.length), 'assertive');
    return true;
  }

  // A reader whose focus is in the hand hears the tile from there.
  function sayRaised(): void {
    if (chosen === null || document.activeElement?.closest('.hand') != null) return;
    say(tileText(chosen.tile, spoken.words, gold), 'assertive');
  }

  /** Does what a key asks for; false if that means nothing just now. */
  function command(asked: Command): boolean {
    if (isOver && asked !== 'ready' && asked !== 'autoPass') return false;
    if (choosing.command(asked)) return true;
    switch (asked) {
      case 'previous':
        return step(-1);
      case 'next':
        return step(1);
      case 'drawn':
        return raiseDrawn();
      case 'layLeft':
      case 'layRight':
        return lay(tiles.findIndex(({ key }) => key === raised) + (asked === 'layLeft' ? -1 : 1));
      case 'discard':
        if (chosen === null) return false;
        throwTile(chosen);
        return true;
      case 'win':
      case 'pung':
      case 'chow':
      case 'pass':
        return answerByKey(asked);
      case 'kong':
        if (prompt?.type !== 'turn') return answerByKey(asked);
        declareKong();
        laidAt = 0;
        return true;
      case 'first':
      case 'second':
      case 'third':
        return prompt?.type === 'call' && chow(['first', 'second', 'third'].indexOf(asked));
      case 'autoPass':
        if (given().passing === null) letPass(!passesForMe);
        else void pass(!quickPasses);
        return true;
      case 'ready':
        if (prompt?.type !== 'ready') return false;
        void send({ type: 'ready' });
        return true;
      default:
        return false;
    }
  }

  function answerByKey(call: Call): boolean {
    if (prompt?.type !== 'call' && !(prompt?.type === 'turn' && call === 'win')) return false;
    answer(call);
    // By a key of its own, not by what lies there now.
    laidAt = 0;
    return true;
  }

  return {
    get prompt() {
      return prompt;
    },
    get tiles() {
      return tiles;
    },
    get gold() {
      return gold;
    },
    /** How many of the raised kind are in sight. */
    get seen() {
      return seen;
    },
    /** How many of a kind are in sight. */
    seenOf(tile: SuitTile): number {
      const { view } = given();
      return view === null ? 0 : seenOf(tile, view);
    },
    /** Whether the open call is being passed by itself. */
    get isPassing() {
      return isPassing;
    },
    get barred(): ReadonlyMap<SuitTile, Reason> {
      return barred;
    },
    get chosen() {
      return chosen;
    },
    get raised() {
      return raised;
    },
    set raised(key: string | null) {
      raised = key;
      reason = '';
    },
    /** Why something can't be done, if there is a reason. */
    get reason() {
      return isLive || session.state === null ? reason : spoken.words.connection[session.state.type];
    },
    /** What is on its way to the server. */
    get sending() {
      return sending;
    },
    /** The choice that is being made, if there is one. */
    choosing,
    get passesForMe() {
      return passesForMe;
    },
    set passesForMe(passes: boolean) {
      letPass(passes);
    },
    /** Whether passing is offered to be done for the player: until they choose, or pass by hand. */
    get isOffered() {
      return isOffered;
    },
    /** Whether the server passes if asked to: all but a possible win, until the hand is over. */
    get isServerPassing() {
      return given().passing !== null;
    },
    get quickPasses() {
      return quickPasses;
    },
    pass,
    /** Shows why, without having tried. */
    hint(call: Call): void {
      reason = whyNot(call);
    },
    whyNot,
    tap,
    chooseAmong,
    lay,
    throwTile,
    answer,
    take,
    declareKong,
    ready: () => void send({ type: 'ready' }),
    command,
  };
}
