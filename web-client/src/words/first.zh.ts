/** The words of a table and of what is on every screen, in Chinese: nothing is drawn before they are there. */
import type { FirstWords } from './first.en';
import { gameZh } from './game.zh';
import { tableZh } from './table.zh';

export const firstZh: FirstWords = {
  ...gameZh,
  table: tableZh,
  titles: {
    lobby: '来打福建麻将',
    room: (code) => `房间 ${code}`,
    table: (code) => `牌桌 ${code}`,
    watch: (code) => `观战 ${code}`,
    live: '正在进行',
    history: '战绩',
    game: (id) => `对局 ${id}`,
    replay: (id) => `对局 ${id} 回放`,
    score: '立直记分',
    sheet: '立直记分',
    board: (id) => `立直记分 ${id}`,
    ranking: '排行榜',
    league: () => '联赛',
    player: () => '玩家',
    settings: '我',
    learn: '怎么打',
    admin: '运维',
    missing: '页面不存在',
  },
  common: { close: '关闭', cancel: '取消', copied: '已复制', toLobby: '回到首页', loading: '请稍候' },
  connection: { connecting: '连接中', live: '已连接', waiting: '连接断开，正在重连', stalled: '服务器暂时无法保存，牌局暂停', ended: '未连接' },
  endings: {
    too_old: '页面版本太旧，请刷新后继续。',
    reload: '刷新',
  },
  watch: {
    viewpoint: '视角',
    timeline: '本局进程',
    behind: (steps) => `落后 ${steps} 步`,
    backToLive: '回到现场',
    live: '直播',
    step: (step, steps) => `第 ${step} 步，共 ${steps} 步`,
  },
  replay: {
    thisHand: '回放这一局',
  },
};
