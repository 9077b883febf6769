/** The head of a screen takes the focus that the screen before has left behind. */

/**
 * Whoever pressed what is gone now finds themselves at the head of the new screen, however late it comes; focus is
 * never taken away. Until the returned function is called: made to be an effect.
 */
export function followHeads(): () => void {
  let head: HTMLElement | null = null;
  const look = (): void => {
    const found = document.querySelector<HTMLElement>('#main h1');
    if (found === null || found === head) return;
    head = found;
    if (document.activeElement === document.body) found.focus({ preventScroll: true });
  };
  const watch = new MutationObserver(look);
  watch.observe(document.body, { childList: true, subtree: true });
  look();
  return () => watch.disconnect();
}
