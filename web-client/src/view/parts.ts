/** Parts of other screens than a table that are loaded when they are needed, or a moment before. */
import { expect, loadLater, loadRoom, loadTable, worded } from './lazy';

export const loadTopPlayers = worded(() => import('./ratings/TopPlayers.svelte'));
export const loadProfileCard = worded(() => import('./ratings/ProfileCard.svelte'));
export const loadCreate = worded(() => import('./lobby/CreateSheet.svelte'));
export const loadWaiting = worded(() => import('./room/Waiting.svelte'));

/** Has room and table there when somebody sits down. */
export function expectTable(): void {
  expect(loadCreate, loadRoom, loadWaiting, loadTable, loadLater);
}
