/** What yaku and yakuman are called, in both languages; at riichi tables everybody knows the Japanese words. */
import type { Yaku } from '../riichi/yaku';
import type { Yakuman } from '../riichi/yakuman';
import type { Language } from './language';

const CHINESE: Readonly<Record<Yaku | Yakuman, string>> = {
  riichi: '立直',
  double_riichi: '双立直',
  ippatsu: '一发',
  menzen_tsumo: '门前清自摸和',
  pinfu: '平和',
  iipeikou: '一杯口',
  ryanpeikou: '二杯口',
  chiitoitsu: '七对子',
  tanyao: '断幺九',
  yakuhai_haku: '白',
  yakuhai_hatsu: '发',
  yakuhai_chun: '中',
  yakuhai_seat_wind: '自风',
  yakuhai_round_wind: '场风',
  rinshan_kaihou: '岭上开花',
  chankan: '抢杠',
  haitei: '海底摸月',
  houtei: '河底捞鱼',
  sanshoku_doujun: '三色同顺',
  ittsuu: '一气通贯',
  chanta: '混全带幺九',
  junchan: '纯全带幺九',
  toitoi: '对对和',
  sanankou: '三暗刻',
  sanshoku_doukou: '三色同刻',
  sankantsu: '三杠子',
  honroutou: '混老头',
  shousangen: '小三元',
  honitsu: '混一色',
  chinitsu: '清一色',
  kokushi_musou: '国士无双',
  kokushi_thirteen_wait: '国士无双十三面',
  suuankou: '四暗刻',
  suuankou_tanki: '四暗刻单骑',
  daisangen: '大三元',
  shousuushii: '小四喜',
  daisuushii: '大四喜',
  tsuuiisou: '字一色',
  chinroutou: '清老头',
  ryuuiisou: '绿一色',
  chuuren_poutou: '九莲宝灯',
  junsei_chuuren: '纯正九莲宝灯',
  suukantsu: '四杠子',
  tenhou: '天和',
  chiihou: '地和',
};

const WRITTEN: Partial<Record<Yaku | Yakuman, string>> = {
  yakuhai_haku: 'White dragon',
  yakuhai_hatsu: 'Green dragon',
  yakuhai_chun: 'Red dragon',
  yakuhai_seat_wind: 'Seat wind',
  yakuhai_round_wind: 'Round wind',
  menzen_tsumo: 'Menzen tsumo',
};

/** The name of a yaku or yakuman. */
export function yakuText(code: Yaku | Yakuman, language: Language): string {
  if (language === 'zh-Hans') return CHINESE[code];
  const plain = code.replaceAll('_', ' ');
  return WRITTEN[code] ?? `${plain.charAt(0).toUpperCase()}${plain.slice(1)}`;
}
