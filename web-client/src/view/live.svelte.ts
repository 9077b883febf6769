/** What a screen reader is told: one voice that interrupts, one that waits. Nothing else on the page is live. */

type Said = { readonly key: number; readonly text: string };

const KEPT_MAX = 12;

let count = 0;
let urgent = $state.raw<Said | null>(null);
let calm = $state.raw<readonly Said[]>([]);

export const live = {
  get urgent(): Said | null {
    return urgent;
  },
  get calm(): readonly Said[] {
    return calm;
  },
};

/** Says something, even if it was said just before. */
export function say(text: string, how: 'polite' | 'assertive'): void {
  count += 1;
  const said = { key: count, text };
  if (how === 'assertive') urgent = said;
  else calm = [...calm, said].slice(-KEPT_MAX);
}
