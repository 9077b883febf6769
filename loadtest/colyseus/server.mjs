// A table of four on Colyseus, as the other end of `loadtest colyseus`: hands hidden by a view for
// each client, a patch after each action, nothing kept.
//
// Where Colyseus leaves a choice, it is the cheap one: see PATCH_TIMER_MS and Player.

import { Room, Server } from '@colyseus/core';
import { schema, StateView, t } from '@colyseus/schema';
import { WebSocketTransport } from '@colyseus/ws-transport';

const SEATS = 4;
const TILES = 144;
const HAND = 16;
/** As our server does; Colyseus' own is 3 s, which takes more. */
const PING_MS = 15_000;
/** Never, as timers go: with `null` each room would have one for its clock, 60 times a second. */
const PATCH_TIMER_MS = 2 ** 31 - 1;

/** Tiles keep their place, so that a throw changes one place and moves nothing. */
const Player = schema(
  {
    count: t.uint8(),
    hand: t.array('uint8').view(),
    drawn: t.uint8().view(),
  },
  'Player',
);

const Table = schema(
  {
    turn: t.uint8(),
    wall: t.uint8(),
    players: t.array(Player),
    discards: t.array('uint8'),
  },
  'Table',
);

/** Throws accepted and hands dealt, in all rooms. */
const told = { actions: 0, deals: 0 };

class TableRoom extends Room {
  maxClients = SEATS;
  patchRate = PATCH_TIMER_MS;
  state = new Table();
  /** Not part of the state: nobody may see it. */
  tiles = [];

  onCreate() {
    for (let seat = 0; seat < SEATS; seat++) this.state.players.push(new Player());
    this.onMessage('begin', () => this.begin());
    this.onMessage('throw', (client, place) => this.throwTile(client, place));
  }

  onJoin(client) {
    client.userData = { seat: this.clients.indexOf(client) };
    client.view = new StateView();
    client.view.add(this.state.players[client.userData.seat]);
  }

  /** Deals once all are there: what a view hides in an array is told twice to who finds it there. */
  begin() {
    if (this.clients.length < SEATS || this.state.players[0].count > 0) return;
    this.deal();
    this.broadcastPatch();
  }

  /** A place in the hand, or the place behind it for the tile just drawn. */
  throwTile(client, place) {
    const { state } = this;
    const { seat } = client.userData;
    if (seat !== state.turn || !Number.isInteger(place) || place < 0 || place > HAND) return;
    const player = state.players[seat];
    const thrown = place === HAND ? player.drawn : player.hand[place];
    if (place !== HAND) player.hand[place] = player.drawn;
    player.drawn = 0;
    player.count = HAND;
    state.discards.push(thrown);
    told.actions += 1;
    if (this.tiles.length === 0) this.deal();
    else this.draw((seat + 1) % SEATS);
    this.broadcastPatch();
  }

  draw(seat) {
    const player = this.state.players[seat];
    player.drawn = this.tiles.pop();
    player.count = HAND + 1;
    this.state.turn = seat;
    this.state.wall = this.tiles.length;
  }

  deal() {
    this.tiles = shuffled();
    this.state.discards.clear();
    for (const player of this.state.players) {
      for (let place = 0; place < HAND; place++) player.hand[place] = this.tiles.pop();
      player.drawn = 0;
      player.count = HAND;
    }
    told.deals += 1;
    this.draw(0);
  }
}

/** The tiles 1 to 144, in some order. */
function shuffled() {
  const tiles = Array.from({ length: TILES }, (_, number) => number + 1);
  for (let last = TILES - 1; last > 0; last--) {
    const other = Math.floor(Math.random() * (last + 1));
    [tiles[last], tiles[other]] = [tiles[other], tiles[last]];
  }
  return tiles;
}

const transport = new WebSocketTransport({ pingInterval: PING_MS });
const server = new Server({
  transport,
  greet: false,
  express: (app) => app.get('/told', (_, response) => response.json(told)),
});
server.define('table', TableRoom);
await server.listen(0, '127.0.0.1');
console.log(`colyseus on http://127.0.0.1:${transport.server.address().port} `);
