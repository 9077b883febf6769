/** Gives a picture of a hand to the device's own way of sharing, or saves it where there is none. */
import type { HandView } from '../../wire/messages.generated';
import { spoken } from '../../words/all.svelte';
import { saveFile } from '../saveFile';
import type { Won } from '../table/won';
import { drawHand } from './draw';
import { handPicture, type Told } from './handPicture';

export async function sharePicture(hand: HandView, won: Won, told: Told): Promise<void> {
  const picture = handPicture(hand, won, told, spoken.words);
  const blob = await drawHand(picture, spoken.words);
  if (blob === null) return;
  const file = new File([blob], 'sanjin.png', { type: blob.type });
  if (navigator.canShare?.({ files: [file] }) !== true) return saveFile(file);
  try {
    await navigator.share({ files: [file], title: picture.title });
  } catch {
    // The person changed their mind.
  }
}
