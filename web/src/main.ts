import './style/fonts.css';
import './style/tokens.css';
import './style/base.css';
import './style/pieces.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { settings } from './state/settings.svelte';

await settings.start();
const target = document.getElementById('app');
if (target !== null) mount(App, { target });
if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  // Without it everything works, but for opening without a network.
  navigator.serviceWorker.register('./sw.js').catch(() => undefined);
}
