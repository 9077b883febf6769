/** How well bots play: every level the protocol knows, from the weakest. */
import { LAYOUTS, type BotLevel } from '../wire/messages.generated';

const layout = LAYOUTS.BotLevel;

export const LEVELS: readonly BotLevel[] =
  'names' in layout ? layout.names.map(([, name]) => name as BotLevel) : [];

/** What somebody who has not chosen plays against. */
export const USUAL_LEVEL: BotLevel = 'medium';
