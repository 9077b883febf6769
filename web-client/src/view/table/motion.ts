/** Movement that explains: a tile comes from where it was. */
import { getContext, setContext, untrack } from 'svelte';
import { settings } from '../../settings.svelte';

const KEY = Symbol('motion');

/** Where tiles come from, by name: the `wall`, a `seat.2`, the tile just `thrown`, the `last` discard. */
export type Motion = {
  /** Names an element for as long as it is there. */
  readonly anchor: (name: string) => (element: Element) => () => void;
  /** Remembers where something is before it goes. */
  readonly remember: (name: string, element: Element | null) => void;
  readonly find: (name: string) => DOMRect | undefined;
};

/** Makes the movements of one table, for all parts of it. */
export function provideMotion(): Motion {
  const anchors = new Map<string, Element>();
  const places = new Map<string, DOMRect>();
  return setContext<Motion>(KEY, {
    anchor: (name) => (element) => {
      anchors.set(name, element);
      return () => {
        // What has come in its place meanwhile stays.
        if (anchors.get(name) === element) anchors.delete(name);
      };
    },
    remember: (name, element) => {
      if (element === null) places.delete(name);
      else places.set(name, element.getBoundingClientRect());
    },
    find: (name) => places.get(name) ?? anchors.get(name)?.getBoundingClientRect(),
  });
}

/** The movements of the table around. */
export function useMotion(): Motion {
  return getContext<Motion>(KEY);
}

export type Journey = { readonly motion: Motion; readonly from: readonly string[]; readonly ms?: number };

/** As cubes go out: quick at first, and slower the nearer. */
const EASING = 'cubic-bezier(0.215, 0.61, 0.355, 1)';

/** Lists that were there before what now comes into them. */
const settled = new WeakSet<Element>();

/** For a list: what lies in it when it is first shown did not come from anywhere; what follows does. */
export function settles(list: Element): () => void {
  const frame = requestAnimationFrame(() => settled.add(list));
  return () => cancelAnimationFrame(frame);
}

/** Lets an element that comes into a list travel there from the first of some places that is known. */
export function travel(journey: () => Journey): (node: HTMLElement) => void {
  return (node) =>
    untrack(() => {
      if (settings.reducedMotion || node.parentElement === null || !settled.has(node.parentElement)) return;
      const { motion, from, ms = 260 } = journey();
      const start = from.map((name) => motion.find(name)).find((place) => place !== undefined);
      if (start === undefined) return;
      const end = node.getBoundingClientRect();
      const dx = start.x + start.width / 2 - (end.x + end.width / 2);
      const dy = start.y + start.height / 2 - (end.y + end.height / 2);
      const scale = Math.max(0.6, Math.min(1.6, start.height / Math.max(1, end.height)));
      const begin = { translate: `${dx}px ${dy}px`, scale, opacity: 0.3, zIndex: 5 };
      node.animate([begin, { opacity: 1, offset: 0.4 }, { translate: 'none', scale: 1, opacity: 1, zIndex: 5 }], { duration: ms, easing: EASING });
    });
}

/** Where things of a list lie, by what they are called. */
export type Places = ReadonlyMap<string, readonly [x: number, y: number]>;

/** Where the things of a list lie that are named by `data-key`, whatever moves them just now. */
export function placesIn(list: HTMLElement): Places {
  const things = [...list.querySelectorAll<HTMLElement>(':scope > [data-key]')];
  return new Map(things.map((thing) => [thing.dataset['key'] ?? '', [thing.offsetLeft, thing.offsetTop]]));
}

/** Lets things of a list that lie elsewhere now slide there. */
export function slide(list: HTMLElement, before: Places, ms: number): void {
  if (settings.reducedMotion) return;
  const after = placesIn(list);
  for (const thing of list.querySelectorAll<HTMLElement>(':scope > [data-key]')) {
    const key = thing.dataset['key'] ?? '';
    const [was, is] = [before.get(key), after.get(key)];
    if (was === undefined || is === undefined || (was[0] === is[0] && was[1] === is[1])) continue;
    thing.animate([{ translate: `${was[0] - is[0]}px ${was[1] - is[1]}px` }, { translate: 'none' }], { duration: ms, easing: EASING });
  }
}
