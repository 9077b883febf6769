/** Screens that are loaded when they are needed, or a moment before. */

export const loadTable = () => import('./TableScreen.svelte');
export const loadWatch = () => import('./WatchScreen.svelte');

export const loadLive = () => import('./LiveScreen.svelte');
export const loadHistory = () => import('./history/History.svelte');
export const loadGame = () => import('./GameScreen.svelte');
export const loadReplay = () => import('./ReplayScreen.svelte');
export const loadScore = () => import('./score/ScoreHome.svelte');
export const loadSheet = () => import('./score/SheetScreen.svelte');
export const loadBoard = () => import('./score/BoardScreen.svelte');
export const loadLearn = () => import('./learn/LearnScreen.svelte');
export const loadRanking = () => import('./ratings/Ranking.svelte');
export const loadLeague = () => import('./ratings/LeagueScreen.svelte');
export const loadPlayer = () => import('./ratings/PlayerScreen.svelte');
export const loadTopPlayers = () => import('./ratings/TopPlayers.svelte');
export const loadProfileCard = () => import('./ratings/ProfileCard.svelte');
export const loadOperator = () => import('./OperatorScreen.svelte');

/** Loads the table while there is nothing else to do, so that it is there when a match begins. */
export function expectTable(): void {
  const idle = window.requestIdleCallback ?? ((then: () => void) => setTimeout(then, 200));
  // Without a network it is asked for again when it is shown.
  idle(() => void loadTable().catch(() => {}));
}
