/** A look into a room before one goes in: whether it is there, and who is. */
import type { RoomCode, RoomView } from '../wire/messages.generated';
import { Line, type Ending } from './line';

/** What a look shows: the room, or why it can't be seen; null without a line. */
export type Looked = { readonly room: RoomView } | { readonly why: Ending | null };

/** Looks once, as those do who watch, and goes again; or until it is given up. */
export function lookInto(code: RoomCode, givenUp: AbortSignal): Promise<Looked> {
  return new Promise((done) => {
    let requests = 0;
    const line = new Line({ type: 'watch', code }, {
      state: (state) => {
        if (state.type === 'ended') done({ why: state.why });
        if (state.type !== 'waiting') return;
        done({ why: null });
        line.end();
      },
      seated: () => {},
      known: ({ room }) => {
        done({ room });
        line.end();
      },
      timer: () => {},
      presence: () => {},
      nextRequest: () => (requests += 1),
    });
    givenUp.addEventListener('abort', () => line.end());
  });
}
