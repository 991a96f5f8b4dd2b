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
