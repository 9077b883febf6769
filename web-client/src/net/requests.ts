/** What a seat asks of its room, and why it may not get it. */
import type { ActionView, Digest, HostOrder, Refusal } from '../wire/messages.generated';

/** Something asked of the room one is in. */
export type Ask =
  | { readonly type: 'act'; readonly action: ActionView }
  | { readonly type: 'host'; readonly order: HostOrder }
  | { readonly type: 'link'; readonly hand: number; readonly link: Digest }
  | { readonly type: 'quick_pass'; readonly on: boolean }
  | { readonly type: 'past' }
  | { readonly type: 'leave' };

/** Why something was not carried out: the server's word, or that it can't be asked just now. */
export type RefusalCode = Refusal | 'offline';
