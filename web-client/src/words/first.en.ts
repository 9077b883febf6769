/** The words of a table and of what is on every screen, in English: nothing is drawn before they are there. */
import { gameEn } from './game.en';
import { tableEn } from './table.en';

export const firstEn = {
  ...gameEn,
  table: tableEn,
  titles: {
    lobby: 'Play Fujian mahjong',
    room: (code: string) => `Room ${code}`,
    table: (code: string) => `Table ${code}`,
    watch: (code: string) => `Watching ${code}`,
    live: 'Live tables',
    history: 'History',
    game: (id: string) => `Game ${id}`,
    replay: (id: string) => `Replay of game ${id}`,
    score: 'Riichi scores',
    sheet: 'Riichi scores',
    board: (id: string) => `Riichi scores ${id}`,
    ranking: 'Leaderboard',
    league: () => 'League',
    player: () => 'Player',
    settings: 'Me',
    learn: 'How to play',
    admin: 'Operator',
    missing: 'Nothing here',
  },
  common: {
    close: 'Close',
    cancel: 'Cancel',
    copied: 'Copied',
    toLobby: 'To the start page',
    loading: 'One moment',
  },
  connection: {
    connecting: 'Connecting',
    live: 'Online',
    waiting: 'Connection lost, coming back',
    stalled: 'The server can’t save just now; play waits',
    ended: 'Not connected',
  },
  endings: {
    too_old: 'This page is older than the server. Reload it to go on.',
    reload: 'Reload',
  },
  watch: {
    viewpoint: 'Seen from',
    timeline: 'Steps of this hand',
    behind: (steps: number) => (steps === 1 ? '1 step behind' : `${steps} steps behind`),
    backToLive: 'Back to live',
    live: 'Live',
    step: (step: number, steps: number) => `Step ${step} of ${steps}`,
  },
  replay: {
    thisHand: 'Replay this hand',
  },
};

type English = typeof firstEn;

/** The keys of what is needed first, with their text. */
export interface FirstWords extends English {}
