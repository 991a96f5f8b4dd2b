import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import { finish } from './tools/finish';

const SERVER = process.env.FOGLINE_SERVER ?? 'http://127.0.0.1:8000';

export default defineConfig({
  // Relative, so that the built client works under any path.
  base: './',
  plugins: [svelte(), finish()],
  build: {
    outDir: '../src/fogline/server/static',
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
  },
  server: { proxy: { '/api': { target: SERVER, ws: true, headers: { origin: SERVER } } } },
  test: { include: ['src/**/*.test.ts', 'tests/**/*.test.ts'] },
});
