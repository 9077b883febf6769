/** Tells the server what has been written on this device: in order, each once, again after every trouble. */
import { confirmed, rebase, refused, type Kept, type Told, type Write } from './kept';
import type { Written } from '../net/sheets';

/** What the sender needs of the world. */
export type World = {
  /** The game as it is now, or undefined once it is forgotten. */
  readonly read: () => Kept | undefined;
  readonly keep: (kept: Kept) => void;
  readonly send: (kept: Kept, write: Write) => Promise<Written>;
  /** The server's game; null when it can't be asked. */
  readonly ask: (id: string) => Promise<Told | null>;
  /** Told what is under way, so that it keeps its place. */
  readonly under: (write: Write | null) => void;
};

/** Sends what is waiting. False when it has to be tried again later. */
export async function flush(world: World): Promise<boolean> {
  for (let kept = world.read(); kept !== undefined; kept = world.read()) {
    const [first] = kept.queue;
    if (first === undefined) return true;
    world.under(first);
    const written = await world.send(kept, first);
    world.under(null);
    const isSettled = await take(world, written);
    if (!isSettled) return false;
  }
  return true;
}

/** Takes in what the server said of the first write; false when nothing is known. */
async function take(world: World, written: Written): Promise<boolean> {
  // Read anew: more may have been written while the answer was on its way.
  const kept = world.read();
  if (kept === undefined) return true;
  switch (written.type) {
    case 'later':
      return false;
    case 'made': {
      const { id, recorderKey, organiserKey, version } = written;
      const made = confirmed(kept, version);
      world.keep({ ...made, id, recorderKey, organiserKey });
      // A server that knew the game already may have hands of it.
      return version === 1 || catchUp(world);
    }
    case 'written':
      // One step on is our own; anything else means that others have written too.
      if (!written.repeated && written.version === kept.version + 1) {
        world.keep(confirmed(kept, written.version));
        return true;
      }
      return catchUp(world);
    case 'conflict':
      return catchUp(world);
    case 'refused':
      world.keep(refused(kept, written.code));
      return true;
  }
}

/** Takes over what the server has; false when it can't be asked. */
export async function catchUp(world: World): Promise<boolean> {
  const id = world.read()?.id;
  if (id == null) return true;
  const told = await world.ask(id);
  const kept = world.read();
  if (told === null || kept === undefined) return false;
  world.keep(rebase(kept, told));
  return true;
}
