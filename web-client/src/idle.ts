/** What has time until there is nothing else to do. */

/** Longer nothing waits, however busy the page is. */
const WAIT_MS_MAX = 2000;

/** Does something once what is there has been shown and nothing else is under way. */
export function whenIdle(then: () => void): void {
  if ('requestIdleCallback' in window) window.requestIdleCallback(then, { timeout: WAIT_MS_MAX });
  else setTimeout(then, 200);
}
