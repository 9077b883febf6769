/** What a screen reader is told: one voice that interrupts, one that waits. Nothing else on the page is live. */

type Said = { readonly key: number; readonly text: string };

const KEPT_MAX = 12;

let count = 0;
let isHushed = false;
let urgent = $state.raw<Said | null>(null);
let calm = $state.raw<readonly Said[]>([]);

export const live = {
  get urgent(): Said | null {
    return urgent;
  },
  get calm(): readonly Said[] {
    return calm;
  },
  /** Whether what happens at the table is left unsaid: who looks back is told of what they look at. */
  get isHushed(): boolean {
    return isHushed;
  },
};

export function hush(isOn: boolean): void {
  isHushed = isOn;
}

/** Says something, even if it was said just before. */
export function say(text: string, how: 'polite' | 'assertive'): void {
  count += 1;
  const said = { key: count, text };
  if (how === 'assertive') urgent = said;
  else calm = [...calm, said].slice(-KEPT_MAX);
}
