/** The rulebook says the same in every language, and nothing that leads nowhere. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { LANGUAGES, type Language } from '../i18n/i18n.svelte';
import { ALL } from '../mechanics/registry/mechanics';
import type { Board, Route, Snapshot } from '../net/types';
import { BOOKS, type Book, isBook, loadBook, tableOf } from './book';
import { crop, RATIO } from './crop';
import { type Block, type Inline, inline, parse, type Section } from './parse';
import { type Moment, sectionHere } from './rule_links';
import { scenesOf } from './scene';

const CODES = Object.keys(LANGUAGES) as Language[];
const raw = (game: Book, language: Language) =>
  readFileSync(join(import.meta.dirname, 'text', `${game}.${language}.md`), 'utf8');

const wordsOf = (block: Block): Inline[] => {
  if (block.kind === 'paragraph') return block.words;
  if (block.kind === 'figure') return block.caption;
  return block.kind === 'list' ? block.items.flat() : [];
};

/** What must not depend on the language. */
const bones = (sections: readonly Section[]) =>
  sections.map(({ id, blocks }) => ({
    id,
    blocks: blocks.map((block) => ({
      kind: block.kind,
      id: 'id' in block ? block.id : null,
      items: block.kind === 'list' ? block.items.length : 0,
      heads: block.kind === 'table' ? block.heads.length : 0,
      links: wordsOf(block)
        .flatMap((word) => (word.kind === 'link' ? [word.section] : []))
        .sort(),
    })),
  }));

/** The numbers each paragraph, item or caption names. */
const numbers = (text: string) =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => [...line.matchAll(/\{(\w+)\}/g)].map((found) => found[1]).sort());

test.each([
  ['en', 'Once everybody has chosen', 'at most one to the builder'],
  ['fi', 'Kun kaikki ovat valinneet', 'enintään toinen on rakentajan'],
  ['pl', 'Gdy wszyscy wybiorą', 'należy najwyżej jedno'],
  ['da', 'Når alle har valgt', 'har højst én'],
  ['nl', 'Als iedereen bestemmingskaarten heeft gekozen', 'hoogstens één is van de bouwer'],
] as const)('the first player and the markers are told right in %s', (language, drawn, markers) => {
  for (const game of BOOKS) expect(raw(game, language)).toContain(`\n- ${drawn}`);
  expect(raw('old-west', language)).toContain(markers);
});

test.each([
  ['en', 'Our ruling:', 'blue, green, black, purple, red and orange'],
  ['fi', 'Oma tulkintamme:', 'sininen, vihreä, musta, violetti, punainen ja oranssi'],
  ['pl', 'Nasza interpretacja:', 'niebieskim, zielonym, czarnym, fioletowym, czerwonym i pom'],
  ['da', 'Vores fortolkning:', 'blå, grøn, sort, lilla, rød og orange'],
  ['nl', 'Onze uitleg:', 'blauw, groen, zwart, paars, rood en oranje'],
] as const)(
  'rulings are called so, and colours by name, in %s',
  async (language, ruling, colours) => {
    const marked = {
      'san-francisco': ['tokens'],
      'old-west': ['markers', 'scoring', 'alvin'], // OW7, OW9 and AL4
    };
    for (const game of BOOKS) {
      const sections = await loadBook(game, language);
      const found = sections.filter(({ blocks }) =>
        blocks.flatMap(wordsOf).some(({ kind, text }) => kind === 'strong' && text === ruling),
      );
      expect(found.map(({ id }) => id)).toEqual(marked[game]);
      expect(sections[1]?.id).toBe('box');
      expect(sections.at(-1)?.id).toBe('credits');
    }
    expect(raw('san-francisco', language)).toContain(colours);
  },
);

describe.each(BOOKS)('%s', (game) => {
  test('has a section for each place in the game that leads here', async () => {
    const ids = (await loadBook(game, 'en')).map(({ id }) => id);
    const common = ['drawing', 'claiming', 'ferries', 'twins', 'tickets', 'last-round', 'scoring'];
    const own = game === 'old-west' ? ['start-city', 'markers', 'alvin'] : ['tokens'];
    expect(ids).toEqual(expect.arrayContaining([...common, ...own]));
    expect(new Set(ids).size).toBe(ids.length);
  });

  test.each(CODES)('is whole in %s', async (language) => {
    const english = await loadBook(game, 'en');
    const sections = await loadBook(game, language);
    expect(bones(sections)).toEqual(bones(english));
    expect(numbers(raw(game, language))).toEqual(numbers(raw(game, 'en')));
  });

  test.each(CODES)('takes every number of %s from the game', (language) => {
    expect(raw(game, language)).not.toMatch(/\d/);
  });

  test('leads only to sections it has', async () => {
    const sections = await loadBook(game, 'en');
    const ids = sections.map(({ id }) => id);
    const links = bones(sections).flatMap(({ blocks }) => blocks.flatMap(({ links }) => links));
    expect(links.filter((link) => !ids.includes(link))).toEqual([]);
  });

  test('has all its pictures and tables, and no other', async () => {
    const blocks = (await loadBook(game, 'en')).flatMap((section) => section.blocks);
    const figures = blocks.flatMap((block) => (block.kind === 'figure' ? [block.id] : []));
    expect(figures.sort()).toEqual(Object.keys(scenesOf(game)).sort());
    for (const block of blocks) {
      if (block.kind !== 'table') continue;
      const rows = tableOf(game, block.id);
      expect(rows.length).toBeGreaterThan(4);
      expect(rows.every((row) => row.length === block.heads.length)).toBe(true);
    }
  });
});

test('a game without a rulebook is told apart', () => {
  expect(isBook('atlantis')).toBe(false);
  expect(isBook('old-west')).toBe(true);
});

describe('the section that matters now', () => {
  const at = (
    decision: string | null,
    more: Partial<Moment> = {},
    turns_left: number | null = null,
  ) =>
    sectionHere({
      snapshot: {
        status: 'playing',
        decision: decision && { type: decision, text: '' },
        view: { turns_left },
      } as unknown as Snapshot,
      mechanics: ALL,
      route: undefined,
      refusal: null,
      ...more,
    });
  const track = { ferries: 0 } as Route;
  const ferry = { ferries: 1 } as Route;

  test('is about what is asked', () => {
    const decisions = ['FirstTickets', 'TokenChoice', 'StartCity', 'MarkerOffer', 'AlvinsMove'];
    expect(decisions.map((decision) => at(decision))).toEqual([
      'tickets',
      'tokens',
      'start-city',
      'markers',
      'alvin',
    ]);
    expect([at('SecondCard'), at('Turn'), at('Turn', {}, 2)]).toEqual([
      'drawing',
      'turn',
      'last-round',
    ]);
    expect(at(null, { snapshot: { status: 'ended' } as Snapshot })).toBe('scoring');
  });

  test('is about the route that is pointed at, and what keeps one from it', () => {
    expect(at('Turn', { route: track })).toBe('claiming');
    expect(at('Turn', { route: ferry })).toBe('ferries');
    expect(at('Turn', { route: ferry, refusal: 'twin-taken' })).toBe('twins');
    expect(at('Turn', { route: track, refusal: 'not-connected' })).toBe('start-city');
    expect(at('Turn', { route: track, refusal: 'cards-not-in-hand' })).toBe('claiming');
  });
});

describe('parse', () => {
  test('reads sections, paragraphs, lists, figures and tables', () => {
    const text =
      '## goal: The goal\nOne\ntwo {n}.\n- a\n- b\n\n@figure boat: A boat\n@table pay: Spaces | Points\n\n- c\n';
    expect(parse(text, { n: 7 })).toEqual([
      {
        id: 'goal',
        title: 'The goal',
        blocks: [
          {
            kind: 'paragraph',
            words: ['One', ' ', 'two 7.'].map((word) => ({ kind: 'text', text: word })),
          },
          { kind: 'list', items: ['a', 'b'].map((item) => [{ kind: 'text', text: item }]) },
          { kind: 'figure', id: 'boat', caption: [{ kind: 'text', text: 'A boat' }] },
          { kind: 'table', id: 'pay', heads: ['Spaces', 'Points'] },
          { kind: 'list', items: [[{ kind: 'text', text: 'c' }]] },
        ],
      },
    ]);
  });

  test('reads strong words and links', () => {
    expect(inline('Take **one**, see [there](#twins).')).toEqual([
      { kind: 'text', text: 'Take ' },
      { kind: 'strong', text: 'one' },
      { kind: 'text', text: ', see ' },
      { kind: 'link', text: 'there', section: 'twins' },
      { kind: 'text', text: '.' },
    ]);
  });

  test('refuses a number the game does not have, and words outside of sections', () => {
    expect(() => parse('## a: A\n{wings} wings', {})).toThrow('no number wings');
    expect(() => parse('hello', {})).toThrow('no section');
  });
});

describe('crop', () => {
  const box = (x: number, y: number) => ({ x, y, ux: 1, uy: 0, half_length: 30, half_width: 10 });
  const board = {
    picture: { stage: [-40, -40, 1680, 1182], canvas: [1600, 1212] },
    places: [
      { id: 'a', label: { box: box(100, 200) } },
      { id: 'b', label: { box: box(900, 900) } },
    ],
  } as unknown as Board;
  const route = (ends: string[], at: [number, number]) =>
    ({ ends, spaces: [box(...at)] }) as unknown as Board['routes'][number];

  test('shows spaces and names of the ends, in the shape of all pictures', () => {
    const [left = 0, top = 0, width = 0, height = 0] = crop(board, [route(['a'], [300, 260])]);
    expect(left).toBeLessThan(70);
    expect(left + width).toBeGreaterThan(330);
    expect(top).toBeLessThan(190);
    expect(top + height).toBeGreaterThan(270);
    expect(width / height).toBeCloseTo(RATIO, 1);
  });

  test('stays on the map', () => {
    const [left = 0, top = 0] = crop(board, [route([], [20, 30])]);
    expect([left > 0, top > 0]).toEqual([true, true]);
  });

  test('shows the whole board when there is nothing to look at', () => {
    expect(crop(board, [])).toEqual([-40, -40, 1680, 1182]);
  });
});
