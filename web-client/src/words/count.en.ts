/** More words of the score keeper, in English: counting a hand, and putting right what was recorded. */

export const countEn = {
  correction: {
    heading: 'Put the scores right',
    hint: 'Type what each should have. Points only move between players; the deal, honba and sticks stay.',
    changes: 'Changes',
    why: 'Why',
    incomplete: 'Every score is needed.',
    unequal: (points: string) => `The sum is off by ${points}: no point may appear or vanish.`,
    save: 'Record the correction',
    remove: 'Remove this correction',
  },
  payments: {
    label: 'Who pays whom',
    pays: 'pays',
    pot: 'Sticks',
    nothing: 'Nobody pays.',
  },
  reopen: {
    heading: 'Reopen the game',
    hint: 'Hands can be recorded and corrected again. The reason stays with the game for all to see.',
    key: 'Organiser key (ok_…)',
    reason: 'Reason',
    reopen: 'Reopen',
  },
  fu: {
    heading: 'Count the fu',
    sevenPairs: 'Seven pairs',
    set: (nth: number) => `Set ${nth}`,
    groups: { sequence: 'Sequence', triplet: 'Triplet', quad: 'Quad' },
    group: (kind: string, isOutside: boolean, isOpen: boolean) => `${kind}, ${isOutside ? '1, 9 or honours' : '2 to 8'}, ${isOpen ? 'open' : 'closed'}`,
    pair: 'Pair',
    pairs: { plain: 'No value', value: 'Dragon or own wind · 2', double: 'Wind twice · 4' },
    wait: 'Wait',
    waits: { ryanmen: 'Two sides', shanpon: 'Two pairs', kanchan: 'Middle · 2', penchan: 'Edge · 2', tanki: 'Pair · 2' },
    ronHint: 'A triplet completed by ron counts as open.',
    lines: 'How the fu add up',
    reasons: {
      base: 'For winning',
      seven_pairs: 'Seven pairs, always',
      closed_ron: 'Closed hand by ron',
      tsumo: 'By tsumo',
      pinfu_tsumo: 'By tsumo, but pinfu gets none',
      open_pinfu: 'Open hand without any other fu',
      pair: 'Pair with value',
      wait: 'Wait for one kind of tile',
    },
    sum: 'Fu',
    rounded: (sum: number) => `${sum}, rounded up to tens`,
    use: (fu: number) => `Take ${fu} fu`,
  },
  calculator: {
    heading: 'Han and fu',
    open: 'Open hand',
    yaku: 'Yaku',
    dora: 'Dora',
    han: 'Han',
    fu: 'Fu',
    anyFu: 'does not matter',
    fromYaku: (han: number) => `${han} han from the yaku`,
    noYaku: 'Choose yaku, or set the han yourself.',
    result: (text: string) => `= ${text}`,
    use: 'Use this value',
    free: 'Score a hand',
    winner: 'Who won?',
    dealer: 'Dealer',
    other: 'Not the dealer',
    honba: 'Honba',
    sticks: 'Sticks',
    all: (points: string) => `All in all ${points}`,
  },
};

type English = typeof countEn;

/** The keys of this part of the dictionary. */
export interface CountWords extends English {}
