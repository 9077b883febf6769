/** What rated players are called: people as they call themselves, bots by how well they play. */
import type { RatedPlayer } from '../../net/ratings';
import type { Words } from '../../words/words';

export function ratedName({ list, name }: Pick<RatedPlayer, 'list' | 'name'>, words: Words): string {
  if (list === 'humans') return name;
  const levels: Readonly<Record<string, string>> = words.people.levels;
  return words.botOf(levels[name] ?? name);
}

/** A part of a whole in percent; nothing of nothing is no part. */
export function percentText(part: number, whole: number, none: string): string {
  return whole === 0 ? none : `${Math.round((part / whole) * 100)} %`;
}
