// Plays a table of `server.mjs` with Colyseus' own decoder, and fails if the game does not advance
// or anybody is told a tile of somebody else's hand: `node check.mjs http://host:port`.

import assert from 'node:assert/strict';
import { once } from 'node:events';

import { decode, Reflection } from '@colyseus/schema';
import WebSocket from 'ws';

const [JOIN_ROOM, ROOM_DATA, ROOM_STATE, ROOM_STATE_PATCH] = [10, 13, 14, 15];
const SEATS = 4;
const TILES = 144;
const HAND = 16;
/** Throws from a deal to the next. */
const THROWS = TILES - SEATS * HAND;
const HANDS = 5;

const address = process.argv[2];

/** Somebody at a seat, and all they were told. */
class Client {
  constructor(socket) {
    this.socket = socket;
    this.frames = [];
    this.wake = () => {};
    socket.on('message', (frame) => {
      this.frames.push(frame);
      this.wake();
    });
  }

  static async join(method) {
    const words = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' };
    const answer = await fetch(`${address}/matchmake/${method}`, words);
    const { roomId, processId, sessionId } = await answer.json();
    const url = `${address.replace('http', 'ws')}/${processId}/${roomId}?sessionId=${sessionId}`;
    const client = new Client(new WebSocket(url));
    client.roomId = roomId;
    client.readHandshake(await client.frame(JOIN_ROOM));
    client.socket.send(Uint8Array.of(JOIN_ROOM));
    await client.hear(ROOM_STATE);
    return client;
  }

  /** The token, the serializer's name, and the layout of the state. */
  readHandshake(frame) {
    const at = { offset: 1 };
    at.offset += 1 + frame[at.offset];
    at.offset += 1 + frame[at.offset];
    const length = decode.number(frame, at);
    this.decoder = Reflection.decode(frame.subarray(at.offset, at.offset + length));
  }

  /** The next frame, which is of this kind. */
  async frame(kind) {
    while (this.frames.length === 0) await new Promise((wake) => (this.wake = wake));
    const frame = this.frames.shift();
    assert.equal(frame[0], kind);
    return frame;
  }

  async hear(kind) {
    const frame = await this.frame(kind);
    this.decoder.decode(frame, { offset: 1 });
    return frame;
  }

  get table() {
    return this.decoder.state;
  }

  hand(seat) {
    const { hand, drawn } = this.table.players[seat];
    return [...(hand ?? []), ...(drawn ? [drawn] : [])];
  }
}

/** What everybody knows is the same, and of the hands each knows the own one alone. */
function checkViews(clients, throws) {
  const thrown = throws % THROWS;
  for (const [own, client] of clients.entries()) {
    const { table } = client;
    assert.equal(table.wall, THROWS - 1 - thrown);
    assert.equal(table.turn, thrown % SEATS);
    assert.equal(table.discards.length, thrown);
    assert.deepEqual([...table.discards], [...clients[0].table.discards]);
    for (const [seat, { count }] of table.players.entries()) {
      assert.equal(count, seat === table.turn ? HAND + 1 : HAND);
      assert.equal(client.hand(seat).length, seat === own ? count : 0);
    }
  }
  const seen = clients.flatMap((client, seat) => client.hand(seat));
  const tiles = new Set([...seen, ...clients[0].table.discards]);
  assert.equal(tiles.size, SEATS * HAND + 1 + thrown, 'a tile is in two places');
  assert.equal(Math.min(...tiles) >= 1 && Math.max(...tiles) <= TILES, true);
}

/** A short word, its parameter if it has one, and the patch it brings to everybody. */
async function say(clients, speaker, word, ...parameter) {
  const head = Uint8Array.of(ROOM_DATA, 0xa0 | word.length);
  speaker.socket.send(Buffer.concat([head, Buffer.from(word), Uint8Array.from(parameter)]));
  for (const client of clients) await client.hear(ROOM_STATE_PATCH);
}

/** Throws, and finds what was thrown among the discards, or a new deal. */
async function throwTile(clients, throws) {
  const thrower = clients[throws % THROWS % SEATS];
  const place = throws % (HAND + 1);
  const tile = thrower.hand(clients.indexOf(thrower))[place];
  await say(clients, thrower, 'throw', place);
  if ((throws + 1) % THROWS !== 0) assert.equal(clients[0].table.discards.at(-1), tile);
}

const clients = [await Client.join('create/table')];
while (clients.length < SEATS) clients.push(await Client.join(`joinById/${clients[0].roomId}`));
await say(clients, clients[0], 'begin');
checkViews(clients, 0);
for (let throws = 0; throws < HANDS * THROWS; throws++) {
  await throwTile(clients, throws);
  checkViews(clients, throws + 1);
}
for (const client of clients) {
  assert.equal(client.frames.length, 0, 'more than one patch for an action');
  client.socket.close();
  await once(client.socket, 'close');
}
console.log(`${HANDS * THROWS} throws, every hand seen by its owner alone`);
