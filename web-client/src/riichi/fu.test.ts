import { describe, expect, it } from 'vitest';
import { fuOf, type FuShape, type Group } from './fu';

const SEQUENCE: Group = { kind: 'sequence' };
const PINFU: FuShape = { isSevenPairs: false, groups: [SEQUENCE, SEQUENCE, SEQUENCE, SEQUENCE], pair: 'plain', wait: 'ryanmen', isOpen: false, by: 'ron' };
const withGroup = (group: Group): readonly Group[] => [group, SEQUENCE, SEQUENCE, SEQUENCE];

describe('fu', () => {
  it.each<[string, Partial<FuShape>, number, number]>([
    ['pinfu by ron', {}, 30, 30],
    ['pinfu by tsumo', { by: 'tsumo' }, 20, 20],
    ['an open hand of sequences by ron', { isOpen: true }, 30, 30],
    ['an open hand of sequences by tsumo', { isOpen: true, by: 'tsumo' }, 22, 30],
    ['seven pairs', { isSevenPairs: true, by: 'tsumo' }, 25, 25],
    ['a closed wait by ron', { wait: 'kanchan' }, 32, 40],
    ['a pair of the double wind and a pair wait', { pair: 'double', wait: 'tanki', by: 'tsumo' }, 28, 30],
    ['an open triplet of simples', { isOpen: true, groups: withGroup({ kind: 'triplet', isOutside: false, isOpen: true }) }, 22, 30],
    ['a closed triplet of honours', { groups: withGroup({ kind: 'triplet', isOutside: true, isOpen: false }) }, 38, 40],
    ['a closed quad of honours', { groups: withGroup({ kind: 'quad', isOutside: true, isOpen: false }), by: 'tsumo' }, 54, 60],
    ['an open quad of simples', { isOpen: true, groups: withGroup({ kind: 'quad', isOutside: false, isOpen: true }) }, 28, 30],
  ])('of %s', (_name, part, sum, fu) => {
    expect(fuOf({ ...PINFU, ...part })).toMatchObject({ sum, fu });
  });
});
