/** What only those who play need of a table. */
import CallPrompt from './CallPrompt.svelte';
import Hand from './Hand.svelte';
import PassBox from './PassBox.svelte';
import TurnPrompt from './TurnPrompt.svelte';

export const PLAYING = { CallPrompt, Hand, PassBox, TurnPrompt };

export type Playing = typeof PLAYING;
