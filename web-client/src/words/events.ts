/** Says what happened at a table. */
import type { LogEvent, Happening } from '../table/log';
import { meldTiles } from '../table/tiles';
import type { BySeat, OutcomeView, RoomView, Seat } from '../wire/messages.generated';
import { callOf, callWithin, occupantText } from './people';
import { tileText, tilesText } from './tiles';
import type { Words } from './words';

/** One event in a sentence or two, as somebody at `mine` would hear it, or somebody who watches. */
export function eventText(event: LogEvent, room: RoomView, words: Words, mine: Seat | null): string {
  const people = { who: (seat: Seat) => callOf(room, seat, words, mine), whom: (seat: Seat) => callWithin(room, seat, words, mine) };
  return happeningText(event.what, words, people, mine);
}

/** What somebody is called where a sentence begins, and within it. */
type People = { readonly who: (seat: Seat) => string; readonly whom: (seat: Seat) => string };

function happeningText(what: Happening, words: Words, people: People, mine: Seat | null): string {
  const { events } = words;
  const { who, whom } = people;
  switch (what.type) {
    case 'dealt':
      return events.dealt(what.hand, what.hands, whom(what.dealer));
    case 'bonus':
      return events.bonus(who(what.seat), tilesText(what.tiles, words));
    case 'gold':
      return events.gold(tileText(what.tile, words));
    case 'discarded':
      return events.discarded(who(what.seat), tileText(what.tile, words));
    case 'called':
      return calledText(what, words, people);
    case 'kong':
      return what.meld.type === 'kong' ? events.kong(who(what.seat), tileText(what.meld.tile, words)) : '';
    case 'won':
      return wonText(what, words, people);
    case 'drawn':
    case 'aborted':
    case 'again':
    case 'so_far':
    case 'time_up':
      return events[what.type];
    case 'ready':
    case 'host':
      return events[what.type](who(what.seat), what.seat === mine);
    case 'your_turn':
    case 'asked':
    case 'your_ready':
      return promptText(what, words, people);
    case 'sat':
      return what.occupant.type === 'stand_in'
        ? events.standIn(what.seat === mine ? whom(what.seat) : what.occupant.name)
        : events.sat(who(what.seat));
    case 'first_dealer':
      return events.firstDealer(who(what.seat));
    case 'rules':
      return events.rules;
    case 'revealed':
      return what.isPromised ? events.promised : events.notPromised;
    case 'got_up':
      return events.gotUp(occupantText(what.was, what.seat, words));
  }
}

function calledText(what: Extract<Happening, { type: 'called' }>, words: Words, { who, whom }: People): string {
  const { events } = words;
  const { meld, seat, from } = what;
  switch (meld.type) {
    case 'chow':
      return events.chow(who(seat), tilesText(meldTiles(meld), words), whom(from));
    case 'pung':
      return events.pung(who(seat), tileText(meld.tile, words), whom(from));
    case 'kong':
      return events.kong(who(seat), tileText(meld.tile, words));
  }
}

function wonText(won: Extract<OutcomeView, { type: 'won' }>, words: Words, { who, whom }: People): string {
  const { events } = words;
  const { way, points, seat } = won;
  const isEach = paysEach(won.deltas);
  switch (way.type) {
    case 'self_draw':
      return events.wonSelfDraw(who(seat), points.total);
    case 'discard':
      return events.wonDiscard(who(seat), points.total, whom(way.from), isEach);
    case 'robbed_kong':
      return events.wonKong(who(seat), points.total, whom(way.from), isEach);
    case 'three_golds':
      return events.wonThreeGolds(who(seat), points.total);
    case 'robbed_gold':
      return events.wonGold(who(seat), points.total);
  }
}

/** Whether everybody else pays for a win; by some rules whoever fed it pays alone. */
export function paysEach(deltas: BySeat<number>): boolean {
  return deltas.filter((delta) => delta < 0).length > 1;
}

type Prompted = Extract<Happening, { type: 'your_turn' | 'asked' | 'your_ready' }>;

function promptText(what: Prompted, words: Words, { who }: People): string {
  const { events } = words;
  switch (what.type) {
    case 'your_turn': {
      const turn = what.drawn === null ? events.yourTurn : events.yourTurnDrew(tileText(what.drawn, words));
      return what.win ? words.said.sentences([turn, events.youCanWin]) : turn;
    }
    case 'asked': {
      const tile = tileText(what.tile, words);
      const up = {
        discard: events.asked(who(what.from), tile),
        kong: events.askedKong(who(what.from), tile),
        gold: events.askedGold(tile),
      }[what.on];
      const can = what.can.map((claim) => events.claims[claim]);
      return words.said.sentences([up, can.length === 0 ? events.youMayOnlyPass : events.youMay(can)]);
    }
    case 'your_ready':
      return events.yourReady;
  }
}
