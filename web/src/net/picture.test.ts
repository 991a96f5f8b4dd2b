import { afterEach, expect, test, vi } from 'vitest';
import { loadDrawnBoard, pictureOf } from './picture';

afterEach(() => vi.unstubAllGlobals());

test('a table shows the form of the board that its game began on', async () => {
  const asked: string[] = [];
  vi.stubGlobal('document', { baseURI: 'http://localhost/' });
  vi.stubGlobal('fetch', (address: string) => {
    const url = new URL(address);
    const digest = url.searchParams.get('digest');
    asked.push(url.pathname + url.search);
    const body = url.pathname.endsWith('.svg')
      ? `<svg>${digest}</svg>`
      : JSON.stringify({ name: 'old-west', older: digest });
    return Promise.resolve(new Response(body));
  });
  const older = await loadDrawnBoard('old-west', 'feed');
  const present = await loadDrawnBoard('old-west');
  expect(pictureOf(older)).toBe('<svg>feed</svg>');
  expect(pictureOf(present)).toBe('<svg>null</svg>');
  expect(await loadDrawnBoard('old-west', 'feed')).toBe(older);
  expect(asked).toHaveLength(4);
  expect(asked[2]).toBe('/api/boards/old-west');
});
