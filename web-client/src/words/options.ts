/** How a room is run, in sentences for everybody in it. */
import type { RoomOptions } from '../wire/messages.generated';
import type { Words } from './words';

/** One plain sentence for everything that matters to those who sit down: who may watch, and what is kept. */
export function optionTexts(options: RoomOptions, isPublic: boolean, words: Words): readonly string[] {
  const { said } = words.options;
  const { spectators } = options;
  return [
    isPublic ? words.room.publicHint : words.room.privateHint,
    spectators.type === 'delayed' ? said.delayed(spectators.seconds) : said[spectators.type],
    options.open_hands ? said.openHands : '',
    options.recorded ? words.room.recorded : said.notRecorded,
    options.rated ? said.rated : '',
    options.quick_pass ? said.quickPass : '',
  ].filter((text) => text !== '');
}
