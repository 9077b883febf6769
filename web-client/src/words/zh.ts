/** Every word on the page, in Chinese. */
import type { Words } from './en';

export const zh: Words = {
  languageSwitch: '语言',
  title: '人人可用的福建麻将',
  lead: '手握十六张，牌墙藏三金。三金是一个自由的福建麻将服务器，可以自己运行、自己阅读、自己核对。',
  statusHeading: '目前进展',
  readyMark: '已完成',
  readyHeading: '规则引擎',
  readyText: '发牌、开金、吃碰、胡牌、算分：在命令行里可以完整地打一局、算一局、核对一局。',
  missingMark: '尚未完成',
  missingHeading: '浏览器里的牌桌',
  missingText: '懂得协议的程序已经可以进房间打牌，但这里还没有可以点的按钮。等牌桌开放，入口就在这一页。',
  commandsHeading: '现在可用的三个命令',
  helpBefore: '加上 ',
  helpAfter: ' 可查看各自的说明。',
  commandHand: '看一手牌：是否已胡、还差几张、听什么、值多少分。',
  commandSimulate: '让简单的机器人打完整场比赛，并汇总结果。',
  commandVerify: '核对打完的一局：牌墙是否事先定好，每个动作是否合规，结果是否属实。',
  colophon: '自由软件，采用 MIT 或 Apache 2.0 许可。',
};
