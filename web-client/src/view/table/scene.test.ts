import { describe, expect, it } from 'vitest';
import { courseUpTo } from '../../dev/fixtures';
import type { Seat } from '../../wire/messages.generated';
import { handKey, sidesOf } from './scene';

/** Who is in turn after a step of the course, and whether a tile of theirs lies apart. */
function inTurn(seq: number): readonly [Seat, boolean] {
  const { room, table } = courseUpTo(seq).known;
  if (table?.phase.type !== 'turn') throw new Error('nobody is in turn');
  return [table.phase.seat, sidesOf(room, table, null, 1)[table.phase.seat].hasDrawn];
}

describe('the tile that lies apart', () => {
  it('is the one that was drawn', () => {
    expect(inTurn(33)[1]).toBe(true);
  });

  it('is not there after a call', () => {
    expect(inTurn(37)[1]).toBe(false);
  });

  it('is there after a kong, for which one is drawn', () => {
    expect(inTurn(49)[1]).toBe(true);
  });
});

describe('which hand it is', () => {
  it('is another one when it is broken off and dealt anew', () => {
    const { room, table } = courseUpTo(33).known;
    if (table === null || room.wall === null) throw new Error('no hand');
    const anew = { ...room, wall: { ...room.wall, hand: room.wall.hand + 1 } };

    expect(handKey(anew, table)).not.toBe(handKey(room, table));
  });
});
