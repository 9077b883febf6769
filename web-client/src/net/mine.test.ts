import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { applyStep, knownFrom, type Known } from '../table/applyChange';
import { decodeAs } from '../wire/codec';
import { keepGame, ownGames, pathsTo } from './mine';

/** Everything a seat knew during a match, step by step. */
function match(): readonly Known[] {
  const file = new URL('../../../protocol/tests/vectors/course_seat.json', import.meta.url);
  const vectors: { json: unknown }[] = JSON.parse(readFileSync(file, 'utf8'));
  return vectors.reduce<Known[]>((all, { json }) => {
    const message = decodeAs('seat', JSON.stringify(json));
    const last = all.at(-1);
    const next = message?.type === 'snapshot' ? knownFrom(message, 1) : message?.type === 'step' && last !== undefined ? applyStep(last, message) : undefined;
    return next === undefined ? all : [...all, next];
  }, []);
}

const kept = new Map<string, string>();

beforeEach(() => {
  kept.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
});
afterEach(() => void vi.unstubAllGlobals());

describe('the games of this browser', () => {
  it('are kept once each, as they stood after their last hand', () => {
    const known = match();
    known.forEach((each, now) => keepGame(each, now));

    const games = ownGames();
    expect(games.length).toBeGreaterThan(0);
    expect(new Set(games.map(({ id }) => id)).size).toBe(games.length);
    const over = known.filter(({ table }) => table?.hand?.end != null && table.hand.end.outcome.type !== 'aborted').at(-1);
    expect(games[0]).toMatchObject({ seat: 1, scores: over?.table?.scores, hands: over?.table?.hands_played });
    expect(games[0]?.at).toBeLessThan(known.length - 1);
  });

  it('are found with the code of a private room, and without that of a public one', () => {
    const over = match().find(({ table }) => table?.hand?.end?.outcome.type === 'won');
    if (over === undefined) throw new Error('nobody won');
    keepGame({ ...over, room: { ...over.room, public: false } }, 1);
    expect(ownGames().map(pathsTo)[0]?.game).toContain(`code=${over.room.code}`);
    keepGame({ ...over, room: { ...over.room, public: true } }, 2);
    expect(ownGames().map((game) => [game.at, pathsTo(game).game.includes('code=')])).toEqual([[1, false]]);
  });

  it('are none for those who watch, and what can’t be read is left out', () => {
    for (const known of match()) keepGame({ ...known, seat: null }, 1);
    expect(ownGames()).toEqual([]);
    kept.set('sanjin.games', '[{"id":"1-1"},7,null]');
    expect(ownGames()).toEqual([]);
  });
});
