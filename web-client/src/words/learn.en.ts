/** The words that teach the game, in English; loaded with the page that shows them. */
export const learnEn = {
  heading: 'How to play',
  lead: 'Fujian mahjong in five minutes: sixteen tiles, one more to win, and a Gold that stands for anything.',
  contents: 'On this page',
  play: 'Play with bots',
  sections: {
    hand: {
      heading: 'A winning hand',
      text: [
        'You hold sixteen tiles. With a seventeenth, drawn or taken, you win if they make five sets and a pair.',
        'A set is a run of three in one suit, or three of the same tile. There are three suits, dots, bamboo and characters, each from 1 to 9, with four of each tile.',
      ],
    },
    turn: {
      heading: 'Your turn',
      text: [
        'A tile from the wall comes to you by itself. Win if the hand is complete, else discard one tile: tap it, and tap it again.',
        'Play goes to the right around the table. When the wall is used up nobody wins and nobody pays.',
      ],
    },
    calls: {
      heading: 'Calls',
      text: [
        'When somebody discards, all others answer in secret. With what they hold they may take the tile for a set; it then lies open, and the caller discards.',
        'A win beats kong and pung, and those beat chow. Among equals the nearest in turn order gets the tile.',
      ],
    },
    gold: {
      heading: 'The Gold',
      text: [
        'After the deal a tile of the wall is flipped. Its kind is the Gold of this hand. The flipped one is out of play; the three others stand for any suit tile in a concealed set or the pair.',
        'A Gold is never part of a call, and is discarded only when nothing else can go, unless the table allows it. Each one you hold when you win is a point.',
      ],
    },
    bonus: {
      heading: 'Bonus tiles',
      text: ['Winds and seasons belong to no set. They are laid open at once, another tile is drawn for each, and every one is a point if you win. Some tables add dragons and plants.'],
    },
    special: {
      heading: 'Gold wins',
      text: ['These add points after all the rest. Classic knows only the first.'],
      ways: [
        ['Three Golds', 'Who holds all three wins at once, whatever the other tiles are: 20 points more.'],
        ['Robbing the Gold', 'Right after the flip, a hand that the flipped Gold completes may win with it. Everybody is asked; the dealer may exchange a tile for it, and comes last.'],
        ['Golden pair', 'The pair is made of two Golds.'],
      ],
    },
    kongs: {
      heading: 'Kongs',
      text: [
        'Where kongs are on, four of the same tile can be one set: all from the hand, your three and a discard, or a fourth added to your open pung. You draw another tile for it.',
        'A concealed kong is worth 2 points, an open one 1. A fourth tile added to a pung may be robbed by whoever wins with it.',
      ],
    },
    points: {
      heading: 'Points',
      text: [
        'Count 1, and 1 for each bonus tile and each Gold; kongs count as above, and at some tables a dealer who keeps the deal gets 1 for every hand kept. Drawing the winning tile yourself doubles the sum. Specials come on top.',
        'Each of the three others pays that to the winner: also those who did not discard the tile, unless the table says otherwise.',
      ],
      example: 'An example: won on a discard, with two bonus tiles and one Gold.',
      after: 'Three players pay 4: the winner gets 12. Had the last tile been drawn, it would be twice as much: 8 from each.',
      more: 'Three Golds and nothing else: (1 + 3) × 2 + 20 = 28 from each.',
    },
    presets: {
      heading: 'Classic and Full',
      text: ['Classic is one hand without extras: begin with it. Full is a match of sixteen hands with everything. The dealer deals again after winning or when nobody wins.'],
    },
    buttons: {
      heading: 'The buttons',
      text: ['What you can’t do is grey; press it to hear why. If you can only pass, the table can do that for you: see Settings.'],
      calls: {
        win: 'Your hand is complete with this tile.',
        kong: 'You hold three of it: four together make a set.',
        pung: 'You hold two of it: three together make a set. From anybody.',
        chow: 'You hold two that make a run with it. Only from the player on your left.',
        pass: 'You don’t want the tile.',
      },
    },
    keys: { heading: 'Keys', text: ['Everything can be done by keyboard. Press ? at any time to see this list; keys can be changed in Settings.'], show: 'Show all keys' },
  },
  shown: {
    whole: 'Five sets and a pair',
    run: 'A run',
    triplet: 'Three of the same',
    pair: 'A pair',
    pung: 'Pung: two in hand, and the one discarded',
    chow: 'Chow: 6 and 7 in hand, 8 from the left',
    goldFlipped: 'Flipped: 5 dots is Gold',
    goldRun: '8, 9 and a Gold: the run 7, 8, 9',
    goldPair: 'One 2 and a Gold: a pair',
    winds: 'Winds, four of each',
    seasons: 'Seasons, one of each',
    threeGolds: 'Three Golds',
    kong: 'A kong: four tiles, one set',
    exampleHand: 'The hand; the Gold stands for 7 characters',
    exampleBonus: 'The bonus tiles',
  },
};

type English = typeof learnEn;

/** The keys of these words, with their text. */
export interface LearnWords extends English {}
