/** A socket to try the protocol on by hand: in JSON, and everything said on it is told as it was said. */
import { encode, SUBPROTOCOLS } from '../wire/codec';
import type { ClientMessage, Refusal, RoomCode } from '../wire/messages.generated';
import { socketAddress } from './address';

/** What a wire tells. */
export type WireListener = {
  readonly said: (way: 'sent' | 'heard', text: string) => void;
  readonly closed: (code: number) => void;
};

/** A socket in use. */
export type Wire = {
  readonly send: (text: string) => void;
  /** Lets go of it without a word, as a lost network would. */
  readonly drop: () => void;
};

/** A server that takes longer to show a room is taken to have none. */
const STATE_MS_MAX = 6_000;

/** Opens a wire, and says one thing first. */
export function openWire(first: ClientMessage, listener: WireListener): Wire {
  const socket = new WebSocket(socketAddress(), SUBPROTOCOLS.json);
  const send = (text: string): void => {
    if (socket.readyState !== WebSocket.OPEN) return;
    socket.send(text);
    listener.said('sent', text);
  };
  socket.onopen = () => send(encode(first, 'json'));
  socket.onmessage = ({ data }) => listener.said('heard', String(data));
  socket.onclose = ({ code }) => listener.closed(code);
  return { send, drop: () => socket.close() };
}

/** What a room shows: its state as the server says it, why there is none, or nothing. */
export type Shown = { readonly state: string } | { readonly refused: Refusal } | null;

/** What anybody may see of a room just now. */
export function stateOf(code: RoomCode): Promise<Shown> {
  return new Promise((found) => {
    const end = (shown: Shown): void => {
      clearTimeout(timer);
      wire.drop();
      found(shown);
    };
    const wire = openWire(
      { type: 'watch', request: 1, code, last_seq: null },
      {
        said: (way, text) => {
          if (way === 'heard' && typeOf(text) === 'snapshot') end({ state: text });
          else if (way === 'heard' && typeOf(text) === 'refused') end({ refused: (JSON.parse(text) as { reason: Refusal }).reason });
        },
        closed: () => end(null),
      },
    );
    const timer = setTimeout(() => end(null), STATE_MS_MAX);
  });
}

/** What kind of message a text is; nothing if it is none. */
export function typeOf(text: string): string {
  try {
    const { type } = JSON.parse(text) as { type?: unknown };
    return typeof type === 'string' ? type : '';
  } catch {
    return '';
  }
}

/** A message over several lines; as it is if it is none. */
export function spreadOut(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
