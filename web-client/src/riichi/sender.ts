/** Tells the server what has been written on this device: in order, each once, again after every trouble. */
import { confirmed, rebase, refused, type Kept, type Told, type Write } from './kept';
import type { Written } from '../net/sheets';

/** What the sender needs of the world. */
export type World = {
  /** The game as it is now, or undefined once it is forgotten. */
  readonly read: () => Kept | undefined;
  /** Stores what becomes of the game as it is now. */
  readonly change: (how: (kept: Kept) => Kept) => void;
  /** Forgets the game: it is deleted. */
  readonly forget: () => void;
  readonly send: (kept: Kept, write: Write) => Promise<Written>;
  /** The server's game; null when it can't be asked, 'missing' when it has none. */
  readonly ask: (id: string) => Promise<Told | 'missing' | null>;
};

/** Sends what is waiting. False when it has to be tried again later; nothing is sent of a game that is gone. */
export async function flush(world: World): Promise<boolean> {
  if (world.read()?.isGone && !(await catchUp(world))) return false;
  for (let kept = world.read(); kept !== undefined; kept = world.read()) {
    const [first] = kept.queue;
    if (first === undefined || kept.isGone) return true;
    const written = await world.send(kept, first);
    const isSettled = await take(world, first, written);
    if (!isSettled) return false;
  }
  return true;
}

/** Takes in what the server said of a write; false when nothing is known. */
async function take(world: World, sent: Write, written: Written): Promise<boolean> {
  if (sent.type === 'delete' && isGone(written)) {
    world.forget();
    return true;
  }
  switch (written.type) {
    case 'later':
      return false;
    case 'made': {
      const { id, recorderKey, organiserKey, version } = written;
      world.change((kept) => ({ ...confirmed(kept, sent, version), id, recorderKey, organiserKey }));
      // A server that knew the game already may have hands of it.
      return version === 1 || catchUp(world);
    }
    case 'written':
      // One step on is our own; anything else means that others have written too.
      if (written.repeated) return sent.type === 'record' ? giveWay(world, sent, 'taken_out') : catchUp(world);
      if (written.version !== (world.read()?.version ?? 0) + 1) return catchUp(world);
      world.change((kept) => confirmed(kept, sent, written.version));
      return true;
    case 'conflict':
      return giveWay(world, sent, 'version_conflict');
    case 'refused':
      if (written.code === 'game_not_found') world.change(withoutServer);
      else world.change((kept) => refused(kept, sent, written.code));
      return true;
  }
}

/**
 * Takes over what the server has instead of a write. Where nothing comes of that, the same again would be answered the
 * same for ever: a hand that was written, and that somebody has taken out again, is laid aside.
 */
async function giveWay(world: World, sent: Write, why: string): Promise<boolean> {
  const before = world.read();
  const isKnown = await catchUp(world);
  const after = world.read();
  const isStuck = isKnown && after !== undefined && (why === 'taken_out' || after.version === before?.version);
  if (isStuck) world.change((kept) => refused(kept, sent, why));
  return isKnown;
}

/** Whether a game that was to be deleted is; it may have been before, and the answer lost. */
function isGone(written: Written): boolean {
  return written.type === 'written' || (written.type === 'refused' && written.code === 'game_not_found');
}

/**
 * Takes over what the server has, or that it has nothing; false when it can't be asked. An answer that own entries have overtaken is let go. One
 * that is older without that is of a server that was set back, and is what there is.
 */
export async function catchUp(world: World): Promise<boolean> {
  const before = world.read();
  if (before?.id == null) return true;
  const told = await world.ask(before.id);
  if (told === null) return false;
  if (told === 'missing') world.change(withoutServer);
  else world.change(({ isGone: _gone, ...kept }) => (told.version < kept.version && kept.version !== before.version ? kept : rebase(kept, told)));
  return true;
}

/** The game is nowhere but here. What was to be sent stays, for a person to decide. */
function withoutServer(kept: Kept): Kept {
  return { ...kept, isGone: true };
}
