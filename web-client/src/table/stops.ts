/** Where one stops on the way through a replay, and how far each control goes. Pure. */
import type { Frame } from './replay';

/** How far a control goes. */
export type Stride = 'step' | 'turn' | 'hand';

/** The place of a step; one that is not there is the nearest that is. */
export function placeOf(frames: readonly Frame[], step: number): number {
  return Math.min(Math.max(step - 1, 0), frames.length - 1);
}

/** The place one comes to from another; undefined where the hand has no more, and a neighbour begins. */
export function strideFrom(frames: readonly Frame[], from: number, stride: Stride, by: 1 | -1): number | undefined {
  const last = frames.length - 1;
  if (stride === 'hand') return by === -1 && from > 0 ? 0 : undefined;
  const isStop = (place: number): boolean => {
    const frame = frames[place];
    return place === 0 || place === last || (stride === 'turn' ? frame?.isTurn === true : frame?.answered === null);
  };
  for (let place = from + by; place >= 0 && place <= last; place += by) if (isStop(place)) return place;
  return undefined;
}

/** The steps worth a line: those in which something happened to the table. */
export function stopsOf(frames: readonly Frame[]): readonly Frame[] {
  return frames.filter(({ answered }) => answered === null);
}
