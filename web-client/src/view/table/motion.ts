/** Movement that explains: a tile comes from where it was. */
import { getContext, setContext } from 'svelte';
import { cubicOut } from 'svelte/easing';
import type { TransitionConfig } from 'svelte/transition';
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
      return () => anchors.delete(name);
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

/** How long things take, in milliseconds; no time at all where nothing should move. */
export function lasting(ms: number): number {
  return settings.reducedMotion ? 0 : ms;
}

export type Journey = { readonly motion: Motion; readonly from: readonly string[]; readonly ms?: number };

/** Lets an element come from the first of some places that is known. */
export function travel(node: Element, { motion, from, ms = 260 }: Journey): TransitionConfig {
  const start = from.map((name) => motion.find(name)).find((place) => place !== undefined);
  if (start === undefined || settings.reducedMotion) return { duration: 0 };
  const end = node.getBoundingClientRect();
  const dx = start.x + start.width / 2 - (end.x + end.width / 2);
  const dy = start.y + start.height / 2 - (end.y + end.height / 2);
  const scale = Math.max(0.6, Math.min(1.6, start.height / Math.max(1, end.height)));
  return {
    duration: ms,
    easing: cubicOut,
    css: (t, u) =>
      `transform: translate(${dx * u}px, ${dy * u}px) scale(${1 + (scale - 1) * u}); opacity: ${Math.min(1, 0.3 + t)}; z-index: 5`,
  };
}
