/** The development page: the table from fixtures. No part of what is built. */
import { mount } from 'svelte';
import { listenForKeys } from '../input/keyboard';
import { choose } from '../settings.svelte';
import '../style.css';
import { speak } from '../words/spoken.svelte';
import Dev from './Dev.svelte';

const asked = new URLSearchParams(location.search);
await speak(asked.get('lang') === 'zh' ? 'zh-Hans' : 'en');
choose({
  panel: !asked.has('nopanel'),
  digits: !asked.has('nodigits'),
  tileFace: asked.has('contrast') ? 'contrast' : 'plain',
  tileSize: asked.has('large') ? 'large' : 'normal',
  motion: asked.has('still') ? 'reduced' : 'system',
});
if (asked.has('still')) document.documentElement.dataset['motion'] = 'reduced';
listenForKeys();
const target = document.getElementById('app');
if (target !== null) mount(Dev, { target, props: { asked } });
