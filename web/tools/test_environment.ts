/** Tests run in Node, but compile as for a browser: state must be reactive. */
import type { Environment } from 'vitest/runtime';

const environment: Environment = {
  name: 'browser-like',
  viteEnvironment: 'client',
  setup: () => ({ teardown: () => undefined }),
};
export default environment;
