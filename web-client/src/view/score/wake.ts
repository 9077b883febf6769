/** Keeps the screen on while a game is kept; the browser lets go of it whenever the page is hidden. */
export function keepAwake(): () => void {
  let lock: WakeLockSentinel | null = null;
  let isOver = false;
  const take = async (): Promise<void> => {
    if (isOver || document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return;
    try {
      lock = await navigator.wakeLock.request('screen');
      if (isOver) await lock.release();
    } catch {
      // A low battery may forbid it.
    }
  };
  const again = (): void => void take();
  document.addEventListener('visibilitychange', again);
  again();
  return () => {
    isOver = true;
    document.removeEventListener('visibilitychange', again);
    void lock?.release();
  };
}
