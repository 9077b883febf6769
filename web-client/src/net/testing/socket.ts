/** A browser whose sockets lead to the test. */
import { vi } from 'vitest';
import { decodeAs, encodeAs } from '../../wire/codec';
import type { ClientMessage, SeatMessage } from '../../wire/messages.generated';

/** Stands in for the browser's socket; the test is the server. */
export class FakeSocket {
  static readonly OPEN = 1;
  static all: FakeSocket[] = [];
  readyState = 0;
  binaryType = '';
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: ArrayBuffer }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  readonly said: ClientMessage[] = [];

  constructor() {
    FakeSocket.all.push(this);
  }

  send(frame: Uint8Array): void {
    const message = decodeAs('client', frame);
    if (message !== undefined) this.said.push(message);
  }

  close(): void {
    this.readyState = 3;
  }

  opens(): void {
    this.readyState = 1;
    this.onopen?.();
  }

  /** Closes with a code, or with the browser's own where there was no close frame. */
  breaks(code = 1006): void {
    this.readyState = 3;
    this.onclose?.({ code });
  }

  says(message: SeatMessage): void {
    this.frame(encodeAs('seat', message, 'msgpack') as Uint8Array<ArrayBuffer>);
  }

  frame(bytes: Uint8Array<ArrayBuffer>): void {
    this.onmessage?.({ data: bytes.slice().buffer });
  }
}

/** The socket that was opened last. */
export function latest(): FakeSocket {
  const socket = FakeSocket.all.at(-1);
  if (socket === undefined) throw new Error('no socket');
  return socket;
}

/** Puts it in the place of the browser's; until `vi.unstubAllGlobals`. */
export function stubBrowser(): void {
  FakeSocket.all = [];
  vi.stubGlobal('WebSocket', FakeSocket);
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
  vi.stubGlobal('location', { href: 'https://sanjin.example/' });
}
