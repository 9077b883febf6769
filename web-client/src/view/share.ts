/** Hands a link to the device's own way of sharing, or to the clipboard where there is none. */
import { spoken } from '../words/spoken.svelte';
import { copy } from './copy';
import { say } from './live.svelte';

/** Whether the device has a way of its own. */
export const canShare = 'share' in navigator;

/** Shares a path of this page; true if it was copied instead. */
export async function share(title: string, path: string): Promise<boolean> {
  const url = new URL(path, location.origin).href;
  if (!canShare) {
    await copy(url);
    say(spoken.words.common.copied, 'polite');
    return true;
  }
  try {
    await navigator.share({ title, url });
  } catch {
    // The person changed their mind.
  }
  return false;
}
