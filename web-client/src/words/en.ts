/** Every word on the page, in English. The other languages must have the same keys. */
export const en = {
  languageSwitch: 'Language',
  title: 'Fujian mahjong, open to everyone',
  lead: 'Sixteen tiles in hand, three Golds in the wall. Sanjin is a free server for the Fujian game that you can run, read and check yourself.',
  statusHeading: 'Where it stands',
  readyMark: 'Ready',
  readyHeading: 'The rules engine',
  readyText: 'Deal, Gold, calls, wins and points: a whole hand can be played, scored and checked on the command line.',
  missingMark: 'Not yet',
  missingHeading: 'The table in the browser',
  missingText: 'Rooms can be played already by any program that speaks the protocol, but there is nothing to click here yet. Once there is, this page is where you will find it.',
  commandsHeading: 'Three commands that work today',
  helpBefore: 'Each one explains itself when you add ',
  helpAfter: '.',
  commandHand: 'Says what a hand is: complete or how far from it, what it waits for, what it is worth.',
  commandSimulate: 'Plays whole matches between simple players and sums them up.',
  commandVerify: 'Checks a finished hand: the wall promised beforehand, every action, the result.',
  colophon: 'Free software under MIT or Apache 2.0.',
};

/** The keys of the dictionary, with their text. */
export type Words = typeof en;
