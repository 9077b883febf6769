/** Every word on the page, in English: for tests. The page loads it in parts. */
import { firstEn } from './first.en';
import { restEn } from './rest.en';
import { joined } from './words';

export const en = joined(firstEn, restEn);
