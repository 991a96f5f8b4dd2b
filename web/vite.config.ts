import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import { budget } from './tools/budget.ts';
import { finish } from './tools/finish.ts';

const SERVER = process.env.FOGLINE_SERVER ?? 'http://127.0.0.1:8000';

/** Small modules that every page needs, and Svelte itself. */
const BASE =
  /node_modules\/(svelte|esm-env|clsx)\/|src\/(App|router|games\/(look|[\w-]+\/look)|i18n\/(i18n|languages|message)|state\/(announcer|games|levels|options|session|settings|tables)|net\/(http|ids|problem|words)|components\/(Brand|Footer|Icon|Navigation))\b/;

export default defineConfig({
  // Relative, so that the built client works under any path.
  base: './',
  plugins: [svelte(), budget(), finish()],
  build: {
    outDir: '../src/fogline/server/static',
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
    rolldownOptions: {
      checks: { pluginTimings: false },
      output: {
        // What every page needs comes in one piece, not in thirty.
        codeSplitting: { groups: [{ name: 'base', test: BASE }] },
      },
    },
  },
  server: { proxy: { '/api': { target: SERVER, ws: true, headers: { origin: SERVER } } } },
  // In tests state must behave as in a browser, not as on a server.
  ...(process.env.VITEST && { resolve: { conditions: ['browser'] } }),
  test: {
    include: ['src/**/*.test.ts', 'tests/**/*.test.ts'],
    environment: './tools/test_environment.ts',
  },
});
