/** Screens that few come to first, and what is loaded once a table is shown: where each is lies apart from what everybody waits for. */
import './forms.css';
import { page, tabled, worded, type Screens } from './lazy';

export const FAR: Omit<Screens, 'lobby' | 'room' | 'table' | 'watch'> = {
  live: page(() => import('./LiveScreen.svelte')),
  history: page(() => import('./history/History.svelte')),
  game: page(() => import('./GameScreen.svelte')),
  replay: tabled(worded(() => import('./ReplayScreen.svelte'))),
  score: page(() => import('./score/ScoreHome.svelte')),
  sheet: worded(() => import('./score/SheetScreen.svelte')),
  board: worded(() => import('./score/BoardScreen.svelte')),
  ranking: page(() => import('./ratings/Ranking.svelte')),
  league: page(() => import('./ratings/LeagueScreen.svelte')),
  player: page(() => import('./ratings/PlayerScreen.svelte')),
  settings: page(() => import('./settings/Settings.svelte')),
  learn: page(() => import('./learn/LearnScreen.svelte')),
  admin: page(() => import('./OperatorScreen.svelte')),
  missing: page(() => import('./Missing.svelte')),
};

export const loadGate = worded(() => import('./room/JoinGate.svelte'));
export const loadNotYet = worded(() => import('./watch/NotYet.svelte'));
export const loadPicture = worded(() => import('./picture/share'));
export const loadLater = worded(() => import('./later'));
export const loadSounds = () => import('../sound/sounds');
export const loadAnnouncer = worded(() => import('./Announcer.svelte'));
export const loadLog = worded(() => import('./table/LogPanel.svelte'));
export const loadMine = () => import('../net/mine');
