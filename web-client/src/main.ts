/** Puts the page into the document. */
import { mount } from 'svelte';
import './style.css';
import App from './view/App.svelte';

const target = document.getElementById('app');
if (target === null) throw new Error('index.html has no element #app to draw into');
mount(App, { target });
