/** Puts the page into the document. */
import './early';
import { mount } from 'svelte';
import { whenIdle } from './idle';
import { listenForKeys } from './input/keyboard';
import { WAITING_KEY } from './riichi/waiting';
import { followAddresses } from './router.svelte';
import { recall } from './storage';
import './style.css';
import App from './view/App.svelte';
import { loadSounds } from './view/lazy';

const target = document.getElementById('app');
if (target === null) throw new Error('index.html has no element #app to draw into');

followAddresses();
listenForKeys();
mount(App, { target });

// Browsers let a page be heard only after a tap or a key; not when a finger comes down, which is to be seen at once.
window.addEventListener('pointerup', wake);
window.addEventListener('keydown', wake);

/** Once what was pressed is seen: to begin with sounds takes a while. */
function wake(): void {
  requestAnimationFrame(() => setTimeout(() => void loadSounds().then(({ wakeSounds }) => wakeSounds(), () => {})));
}

whenIdle(() => {
  // Without it the page works all the same, only not offline. It loads the whole page, so what is shown comes first.
  if (import.meta.env.PROD) navigator.serviceWorker?.register('/sw.js').catch(() => {});
});

// Scores that wait to be sent are sent wherever the page is opened.
if (recall(WAITING_KEY) !== null) void import('./riichi/games.svelte').catch(() => {});
