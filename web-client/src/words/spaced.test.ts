import { expect, it } from 'vitest';
import { spaced } from './spaced';

it.each([
  ['Gia', 'Gia 打出一筒。'],
  ['机器人 3', '机器人 3 打出一筒。'],
  ['Alexandra B.', 'Alexandra B. 打出一筒。'],
  ['小玲', '小玲打出一筒。'],
  ['你', '你打出一筒。'],
  ['小A玲', '小A玲打出一筒。'],
])('a space parts a name that ends in Latin from the Chinese after it, and no other: %s', (who, text) => {
  expect(spaced`${who}打出一筒。`).toBe(text);
});

it('a space parts a name from the Chinese before it, and none stands beside what has one', () => {
  expect(spaced`等${'Gia'}出牌`).toBe('等 Gia 出牌');
  expect(spaced`${'小玲'}付给${'Mei'} ${39} 分`).toBe('小玲付给 Mei 39 分');
  expect(spaced`只能吃上家（${'Koki'}）的牌。`).toBe('只能吃上家（Koki）的牌。');
});
