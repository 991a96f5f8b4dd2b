/**
 * Addresses after the `#`, so that the client works under any path without telling the server:
 * `#/table/ID`, `#/replay/ID/17`, `#/review/ID/17`, `#/rules/old-west/claiming`.
 */
import type { Component } from 'svelte';

/** Each page is a piece of its own, fetched when somebody goes there. */
export const PAGES = {
  start: () => import('./pages/Start.svelte'),
  lobby: () => import('./pages/Lobby.svelte'),
  new: () => import('./pages/New.svelte'),
  table: () => import('./pages/TablePage.svelte'),
  replay: () => import('./pages/Replay.svelte'),
  review: () => import('./pages/Review.svelte'),
  account: () => import('./pages/Account.svelte'),
  settings: () => import('./pages/Settings.svelte'),
  rules: () => import('./pages/Rules.svelte'),
  learn: () => import('./pages/Learn.svelte'),
  lost: () => import('./pages/Lost.svelte'),
} satisfies Record<string, () => Promise<{ default: Component }>>;
export type Page = keyof typeof PAGES;

export interface Where {
  page: Page;
  /** What follows the page's name: a table's id, a game's name … */
  rest: string[];
  query: URLSearchParams;
}

export function parse(hash: string): Where {
  const [path = '', search = ''] = hash.replace(/^#\/?/, '').split('?', 2);
  const [first = '', ...rest] = path.split('/').filter(Boolean).map(decoded);
  const page = first === '' ? 'start' : Object.hasOwn(PAGES, first) ? (first as Page) : 'lost';
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
