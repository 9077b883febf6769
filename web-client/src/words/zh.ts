/** Every word on the page, in Chinese: for tests. The page loads it in parts. */
import { firstZh } from './first.zh';
import { restZh } from './rest.zh';
import { joined } from './words';

export const zh = joined(firstZh, restZh);
