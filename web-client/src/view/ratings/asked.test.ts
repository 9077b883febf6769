import { describe, expect, it } from 'vitest';
import { asked, boardPath } from './asked';

describe('the address of a leaderboard', () => {
  it.each([
    ['', '/board'],
    ['min=30', '/board?min=30'],
    ['list=bots&min=100', '/board?list=bots&min=100'],
    ['min=7&list=ghosts', '/board'],
  ])('%j is kept, or is the usual one where it asks for what is not there', (query, path) => {
    expect(boardPath(asked(new URLSearchParams(query)))).toBe(path);
  });
});
