/** What comes in the course of a hand, or is opened over a table: loaded together once the table is shown. */
export { linkToHand } from '../table/handLink';
export { answerAbout } from './asked';
export { default as Ended } from './Ended.svelte';
export { default as KeysSheet } from './KeysSheet.svelte';
export { default as Menu } from './Menu.svelte';
export { keepsFocus } from './keepsFocus';
export { share } from './share';
export { default as OneOf } from './table/OneOf.svelte';
export { default as Over } from './table/Over.svelte';
export { default as RiverSheet } from './table/RiverSheet.svelte';
export { default as TakeBack } from './table/TakeBack.svelte';
export { default as Cut } from './watch/Cut.svelte';
export { tellLive, tellMoment, tellViewpoint } from './watch/tell';
