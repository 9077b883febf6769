/** What a person has chosen for this browser; the one place that remembers it. */
import { DEFAULT_KEYS, type Command } from './input/commands';
import type { Passing } from './table/passing';
import { recallJson, remember } from './storage';

/** Everything that can be chosen. Nothing in it is known to the server. */
export type Settings = {
  /** Digits in the corner of tiles. */
  readonly digits: boolean;
  /** `large` lays an own hand out in three rows of big tiles on a phone. */
  readonly tileSize: 'normal' | 'large';
  /** Plain faces, or faces with strong outlines and no shading. */
  readonly tileFace: 'plain' | 'contrast';
  /** `own` leaves the tiles where the player has laid them. */
  readonly order: 'sorted' | 'own';
  /** Whether a first tap only raises a tile, and a second one throws it. */
  readonly discard: 'one_tap' | 'two_taps';
  /** `system` follows what the device asks for. */
  readonly motion: 'system' | 'reduced' | 'full';
  /** `calm` leaves what is said the time to be heard: what goes by itself waits longer. */
  readonly pace: 'usual' | 'calm';
  /** Where calls that can only be passed are passed by themselves. */
  readonly passing: Passing;
  /** Whether that was offered at a table, and answered. */
  readonly passingOffered: boolean;
  /** Whether a phone held upright is asked to be turned. */
  readonly turnHint: boolean;
  readonly sounds: boolean;
  /** How loud everything is, 0 to 1. */
  readonly volume: number;
  /** How loud beside that what only accompanies the game is, 0 to 1: not what calls the player. */
  readonly effects: number;
  /** Whether the table shows only what is needed to play. */
  readonly zen: boolean;
  /** Whether the event log is open beside a wide table. */
  readonly panel: boolean;
  /** The keys of each command, as `KeyboardEvent.key` says them, in lower case. */
  readonly keys: Readonly<Record<Command, readonly string[]>>;
};

export const DEFAULT_SETTINGS: Settings = {
  digits: true,
  tileSize: 'normal',
  tileFace: 'plain',
  order: 'sorted',
  discard: 'two_taps',
  motion: 'system',
  pace: 'usual',
  passing: 'with_bots',
  passingOffered: false,
  turnHint: false,
  sounds: true,
  volume: 0.6,
  effects: 1,
  zen: false,
  panel: true,
  keys: DEFAULT_KEYS,
};

const KEY = 'sanjin.settings';

let chosen = $state.raw<Settings>(readSettings(recallJson(KEY)));
const still = matchMedia('(prefers-reduced-motion: reduce)');
let systemIsStill = $state(still.matches);
still.addEventListener('change', () => {
  systemIsStill = still.matches;
});

/** The settings of the moment. */
export const settings = {
  get now(): Settings {
    return chosen;
  },
  /** Whether nothing should move. */
  get reducedMotion(): boolean {
    return chosen.motion === 'reduced' || (chosen.motion === 'system' && systemIsStill);
  },
};

/** Changes some settings, and remembers all. */
export function choose(change: Partial<Settings>): void {
  chosen = { ...chosen, ...change };
  remember(KEY, JSON.stringify(chosen));
}

/** What was remembered, as far as it can be understood. */
function readSettings(stored: unknown): Settings {
  if (typeof stored !== 'object' || stored === null) return DEFAULT_SETTINGS;
  const found = stored as Record<string, unknown>;
  const oneOf = <T>(name: string, allowed: readonly T[], otherwise: T): T =>
    allowed.find((value) => value === found[name]) ?? otherwise;
  const share = (name: 'volume' | 'effects'): number => {
    const kept = found[name];
    return typeof kept === 'number' && kept >= 0 && kept <= 1 ? kept : DEFAULT_SETTINGS[name];
  };
  return {
    digits: oneOf('digits', [true, false], DEFAULT_SETTINGS.digits),
    tileSize: oneOf('tileSize', ['normal', 'large'], DEFAULT_SETTINGS.tileSize),
    tileFace: oneOf('tileFace', ['plain', 'contrast'], DEFAULT_SETTINGS.tileFace),
    order: oneOf('order', ['sorted', 'own'], DEFAULT_SETTINGS.order),
    discard: oneOf('discard', ['one_tap', 'two_taps'], DEFAULT_SETTINGS.discard),
    motion: oneOf('motion', ['system', 'reduced', 'full'], DEFAULT_SETTINGS.motion),
    pace: oneOf('pace', ['usual', 'calm'], DEFAULT_SETTINGS.pace),
    passing: oneOf('passing', ['with_bots', 'always', 'never'], DEFAULT_SETTINGS.passing),
    passingOffered: oneOf('passingOffered', [true, false], DEFAULT_SETTINGS.passingOffered),
    turnHint: oneOf('turnHint', [true, false], DEFAULT_SETTINGS.turnHint),
    sounds: oneOf('sounds', [true, false], DEFAULT_SETTINGS.sounds),
    volume: share('volume'),
    effects: share('effects'),
    zen: oneOf('zen', [true, false], DEFAULT_SETTINGS.zen),
    panel: oneOf('panel', [true, false], DEFAULT_SETTINGS.panel),
    keys: readKeys(found['keys']),
  };
}

function readKeys(stored: unknown): Settings['keys'] {
  if (typeof stored !== 'object' || stored === null) return DEFAULT_KEYS;
  const found = stored as Record<string, unknown>;
  const keys = Object.entries(DEFAULT_KEYS).map(([command, usual]) => {
    const kept = found[command];
    const fits = Array.isArray(kept) && kept.every((key) => typeof key === 'string');
    return [command, fits ? kept : usual];
  });
  return Object.fromEntries(keys) as Settings['keys'];
}
