/** Hands a link to the device's own way of sharing, or to the clipboard where there is none. */
import { spoken } from '../words/all.svelte';
import { copy } from './copy';
import { say } from './live.svelte';

/** What became of a link that was to be shared: handed on, or not wanted after all; on the clipboard; nowhere. */
export type Shared = 'shared' | 'copied' | 'failed';

/** Whether the device has a way of its own. */
export const canShare = 'share' in navigator;

/** Shares a path of this page. */
export async function share(title: string, path: string): Promise<Shared> {
  const url = new URL(path, location.origin).href;
  try {
    if (canShare) {
      await navigator.share({ title, url });
      return 'shared';
    }
  } catch (error) {
    // The person changed their mind.
    if (error instanceof DOMException && error.name === 'AbortError') return 'shared';
  }
  const isCopied = await copy(url);
  say(isCopied ? spoken.words.common.copied : spoken.words.notCopied, 'polite');
  return isCopied ? 'copied' : 'failed';
}
