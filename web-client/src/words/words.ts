/** A whole dictionary, of what is needed first and the rest. */
import type { FirstWords } from './first.en';
import type { RestWords } from './rest.en';

/** Every word on the page. */
export type Words = FirstWords & RestWords;

/** Puts a dictionary together. */
export function joined(first: FirstWords, rest: RestWords): Words {
  return {
    ...first,
    ...rest,
    table: { ...first.table, ...rest.table },
    replay: { ...first.replay, ...rest.replay },
    endings: { ...first.endings, ...rest.endings },
  };
}
