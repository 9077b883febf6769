/** Steps by the wheel of a mouse, or by two fingers. */
import type { Attachment } from 'svelte/attachments';

/** How far is turned for a step: a notch of a wheel, or a short way of fingers. */
const STEP_PX = 60;
const LINE_PX = 20;

/** The steps a turn amounts to, and what is left of it for the next. Pure. */
export function stepsOf(turned: number): { readonly steps: number; readonly left: number } {
  const steps = Math.trunc(turned / STEP_PX);
  return { steps, left: turned - steps * STEP_PX };
}

/** Calls `onstep` for each step turned over an element; what scrolls by itself there is left alone. */
export function wheelSteps(onstep: (by: 1 | -1) => void): Attachment<HTMLElement> {
  return (element) => {
    let turned = 0;
    const turn = (event: WheelEvent): void => {
      if (event.ctrlKey || (event.target instanceof Element && event.target.closest('.end') !== null)) return;
      const px = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? event.deltaY : event.deltaY * LINE_PX;
      // Who turns back does not first undo what was left over.
      const { steps, left } = stepsOf(Math.sign(px) === -Math.sign(turned) ? px : turned + px);
      turned = left;
      if (steps !== 0) onstep(steps > 0 ? 1 : -1);
    };
    element.addEventListener('wheel', turn, { passive: true });
    return () => element.removeEventListener('wheel', turn);
  };
}
