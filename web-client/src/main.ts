/** Puts the page into the document. */
import { mount } from 'svelte';
import { listenForKeys } from './input/keyboard';
import { WAITING_KEY } from './riichi/waiting';
import { followAddresses } from './router.svelte';
import { wakeSounds } from './sound/sounds';
import { recall } from './storage';
import './style.css';
import App from './view/App.svelte';

const target = document.getElementById('app');
if (target === null) throw new Error('index.html has no element #app to draw into');

followAddresses();
listenForKeys();
// Browsers let a page be heard only after a tap or a key; not when a finger comes down, which is to be seen at once.
window.addEventListener('pointerup', wakeSounds);
window.addEventListener('keydown', wakeSounds);
mount(App, { target });

if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  // Without it the page works all the same, only not offline.
  navigator.serviceWorker.register('/sw.js').catch(() => {});
}

// Scores that wait to be sent are sent wherever the page is opened.
if (recall(WAITING_KEY) !== null) void import('./riichi/games.svelte').catch(() => {});
