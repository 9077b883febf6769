/** Short sounds made on the spot; never the only sign of anything. */
import type { Settings } from '../settings.svelte';
import type { LogEvent } from '../table/log';
import type { Seat } from '../wire/messages.generated';

export type Sound = 'discard' | 'turn' | 'call' | 'gold' | 'win' | 'end';

/** A tone: when it begins and how long it rings in seconds, how high in hertz, how loud. */
type Tone = readonly [at: number, rings: number, hertz: number, loud: number, shape?: OscillatorType];

const TONES: Readonly<Record<Sound, readonly Tone[]>> = {
  discard: [
    [0, 0.05, 1400, 0.25, 'triangle'],
    [0.012, 0.07, 620, 0.35, 'triangle'],
  ],
  turn: [[0, 0.35, 784, 0.35]],
  call: [
    [0, 0.18, 659, 0.4],
    [0.13, 0.3, 880, 0.4],
  ],
  gold: [
    [0, 0.5, 1047, 0.25],
    [0.09, 0.5, 1319, 0.25],
    [0.18, 0.7, 1568, 0.25],
  ],
  win: [
    [0, 0.3, 523, 0.35],
    [0.12, 0.3, 659, 0.35],
    [0.24, 0.3, 784, 0.35],
    [0.36, 0.8, 1047, 0.4],
  ],
  end: [
    [0, 0.3, 523, 0.25],
    [0.16, 0.5, 392, 0.25],
  ],
};

let context: AudioContext | undefined;

/** Lets sounds be heard: browsers want a tap or a key first. */
export function wakeSounds(): void {
  if (!('AudioContext' in window)) return;
  context ??= new AudioContext();
  if (context.state === 'suspended') void context.resume();
}

/** What calls the player: as loud as everything together, however quiet the rest is. */
const CALLING: ReadonlySet<Sound> = new Set(['turn', 'call']);

/** How loud a sound is, 0 to 1. */
export function loudness(sound: Sound, { volume, effects }: Pick<Settings, 'volume' | 'effects'>): number {
  return CALLING.has(sound) ? volume : volume * effects;
}

/** Plays a sound, if sounds were woken. */
export function play(sound: Sound, chosen: Pick<Settings, 'volume' | 'effects'>): void {
  const volume = loudness(sound, chosen);
  if (context?.state !== 'running' || volume <= 0) return;
  for (const tone of TONES[sound]) ring(context, tone, volume);
}

/** Plays the one sound for what happened together, if there is any. */
export function playOf(events: readonly LogEvent[], mine: Seat | null, chosen: Pick<Settings, 'volume' | 'effects'>): void {
  const sound = soundOf(events, mine);
  if (sound !== undefined) play(sound, chosen);
}

function ring(on: AudioContext, [at, rings, hertz, loud, shape = 'sine']: Tone, volume: number): void {
  const begin = on.currentTime + at;
  const source = new OscillatorNode(on, { type: shape, frequency: hertz });
  const gain = new GainNode(on, { gain: 0 });
  gain.gain.setValueAtTime(0.0001, begin);
  gain.gain.exponentialRampToValueAtTime(Math.max(loud * volume, 0.0002), begin + 0.008);
  gain.gain.exponentialRampToValueAtTime(0.0001, begin + rings);
  source.connect(gain).connect(on.destination);
  source.start(begin);
  source.stop(begin + rings);
}

/** The one sound for what happened together: the most telling. */
export function soundOf(events: readonly LogEvent[], mine: Seat | null): Sound | undefined {
  const has = (is: (event: LogEvent) => boolean): boolean => events.some(is);
  if (has(({ what }) => what.type === 'won')) return 'win';
  if (has(({ what }) => what.type === 'drawn' || what.type === 'aborted')) return 'end';
  if (has(({ what }) => what.type === 'gold')) return 'gold';
  if (has(({ what }) => what.type === 'asked' && what.can.length > 0)) return 'call';
  if (has(({ what }) => what.type === 'your_turn')) return 'turn';
  if (has(({ what }) => what.type === 'called' || what.type === 'kong')) return mine === null ? 'discard' : 'call';
  return has(({ what }) => what.type === 'discarded') ? 'discard' : undefined;
}
