/** Focus stays where one was: what takes the place of a control that is gone takes its focus. */

/** What can take the place of another, wherever several can: of those with the same word. */
const PLACES = '[data-place]';
/** A place that can't be focused itself only gives its focus away. */
const TAKES = '[tabindex], button';

/**
 * Watches over an element for as long as it is there; `first` is what had the focus in it when that was begun. When what
 * has the focus goes, the place that comes instead has it, the last if there are several, or the element itself where it
 * has no places. Focus is never taken away from anything.
 */
export function keepsFocus(around: HTMLElement, first: EventTarget | null = null): void {
  const hasPlaces = !around.matches('[tabindex]');
  let had: Element | null = null;

  const note = (target: EventTarget | null): void => {
    had = target instanceof Element && target !== around ? (hasPlaces ? target.closest(PLACES) : target) : null;
  };
  /** Who goes away themselves wants nothing back. */
  const forget = (): void => {
    if (had?.isConnected === true && !had.contains(document.activeElement)) had = null;
  };
  const hand = (): void => {
    if (had === null || had.isConnected) return;
    const isLost = document.activeElement === document.body;
    const like = had.getAttribute('data-place');
    const next = hasPlaces ? [...around.querySelectorAll<HTMLElement>(`[data-place='${like}']`)].findLast((place) => place.matches(TAKES)) : around;
    // What comes instead may have to be loaded.
    if (isLost && next === undefined) return;
    had = null;
    if (isLost) next?.focus({ preventScroll: true });
  };

  around.addEventListener('focusin', ({ target }) => note(target));
  // Later: a browser may say so also of a control that is about to be gone.
  around.addEventListener('focusout', () => queueMicrotask(forget));
  new MutationObserver(hand).observe(around, { childList: true, subtree: true });
  // What had the focus may be gone by now.
  note(first);
  forget();
  hand();
}
