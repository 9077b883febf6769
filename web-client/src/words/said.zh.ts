/** What is said to who asks, and on its own, in Chinese. */
import type { saidEn } from './said.en';

export const saidZh: typeof saidEn = {
  sentences: (said) => said.join(''),
  soundOn: '声音：开',
  soundOff: '声音：关',
  again: '已重新连接。',
  readyKey: (key: string) => `按 ${key} 键。`,
  nothingYet: '还没有人出牌。',
  last: (who, tile) => `上一张：${who}打出${tile}。`,
  gold: (tile) => `金：${tile}。`,
  noGold: '还没有开金。',
  hand: (who, tiles) => `${who}的手牌：${tiles}。`,
  handsHidden: '手牌在一局结束后才公开。',
  drawn: (tile) => `刚摸到：${tile}。`,
  river: (who, tiles) => `${who}的弃牌：${tiles}。`,
  noRiver: (who) => `${who}还没有出过牌。`,
  whose: '听谁的弃牌？1 自己，2 下家，3 对家，4 上家。',
  whoseOf: (names) => `听谁的弃牌？${names.map((name, nth) => `${nth + 1} ${name}`).join('，')}。`,
  score: (who, points) => `${who} ${points} 分`,
  noTimer: '没有限时。',
  secondsLeft: (seconds) => `还剩 ${seconds} 秒。`,
  wall: (tiles) => `牌墙还有 ${tiles} 张。`,
};
