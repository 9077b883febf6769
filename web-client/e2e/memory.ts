/** What is alive in a browser's memory. */
import type { CDPSession } from '@playwright/test';

/** How many things of a kind are alive in a browser: what a player holds, open hands, tables. */
export type Remembered = { readonly own: number; readonly held: number; readonly open: number; readonly tables: number };

/** Everything alive in a browser's memory, as its own debugger lists it: no array of what a hand would be. */
export async function remembered(devtools: CDPSession): Promise<Remembered> {
  const { result: prototype } = await devtools.send('Runtime.evaluate', { expression: 'Object.prototype' });
  const { objects } = await devtools.send('Runtime.queryObjects', { prototypeObjectId: prototype.objectId ?? '' });
  const { result } = await devtools.send('Runtime.callFunctionOn', {
    objectId: objects.objectId ?? '',
    returnByValue: true,
    functionDeclaration: `function () {
      const own = this.filter((each) => Object.hasOwn(each, 'own') && each.own !== null && typeof each.own === 'object' && 'tiles' in each.own);
      const held = this.filter((each) => Object.hasOwn(each, 'concealed') && typeof each.concealed === 'object');
      // How a hand ended lies open to everybody; what is open before that is not.
      const open = this.filter((each) => Object.hasOwn(each, 'hands') && Array.isArray(each.hands) && !Object.hasOwn(each, 'outcome'));
      const tables = this.filter((each) => Object.hasOwn(each, 'hands_played') && Object.hasOwn(each, 'phase'));
      return { own: own.length, held: held.length, open: open.length, tables: tables.length };
    }`,
  });
  return result.value as Remembered;
}
