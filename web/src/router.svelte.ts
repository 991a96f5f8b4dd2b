/**
 * Addresses after the `#`, so that the client works under any path without telling the server:
 * `#/table/ID`, `#/replay/ID/17`, `#/review/ID/17`, `#/rules/old-west/claiming`.
 */
export const PAGES = [
  'start',
  'lobby',
  'new',
  'table',
  'replay',
  'review',
  'account',
  'settings',
  'rules',
  'learn',
  'lost',
] as const;
export type Page = (typeof PAGES)[number];

export interface Where {
  page: Page;
  /** What follows the page's name: a table's id, a game's name … */
  rest: string[];
  query: URLSearchParams;
}

export function parse(hash: string): Where {
  const [path = '', search = ''] = hash.replace(/^#\/?/, '').split('?', 2);
  const [first = '', ...rest] = path.split('/').filter(Boolean).map(decoded);
  const page = first === '' ? 'start' : (PAGES.find((name) => name === first) ?? 'lost');
  return { page, rest, query: new URLSearchParams(search) };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The address of a page, for links. */
export function href(page: Page, ...rest: (string | number)[]): string {
  const parts = page === 'start' ? [] : [page, ...rest];
  return `#/${parts.map((part) => encodeURIComponent(part)).join('/')}`;
}

class Router {
  where = $state.raw<Where>(parse(typeof location === 'undefined' ? '' : location.hash));

  constructor() {
    if (typeof window !== 'undefined') {
      window.addEventListener('hashchange', () => this.#read());
    }
  }

  go(page: Page, ...rest: (string | number)[]): void {
    location.hash = href(page, ...rest);
  }

  /** Change the address without a new step in the history. */
  replace(page: Page, ...rest: (string | number)[]): void {
    history.replaceState(history.state, '', href(page, ...rest));
    this.#read();
  }

  #read(): void {
    this.where = parse(location.hash);
  }
}

export const router = new Router();

/**
 * The whole address of a page, to share. Who plays at the server's own machine sees it as
 * `localhost`, which is of no use to others: then `base` is where they find it.
 */
export function absolute(base: string | null, page: Page, ...rest: (string | number)[]): string {
  return new URL(href(page, ...rest), base ?? document.baseURI).href;
}
