/** The languages keep to the rulebooks' terms, and to the habits of writing of their readers. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { BOOKS } from '../rulebook/book';
import { timeText } from '../table/clock';
import { loadWords } from '../tutorial/words';
import { CATALOGS, type Messages } from './catalogs.test-helper';
import { type Language, number, signed, speak } from './i18n.svelte';
import { forms, type Message } from './message';

type Other = Exclude<Language, 'en'>;
const { en: english, ...others } = CATALOGS;
const SOURCES = join(import.meta.dirname, '..');

/** Without soft hyphens, which change no word. */
const texts = (message: Message | undefined): string[] =>
  (typeof message === 'string' ? [message] : Object.values(message ?? {})).map((text) =>
    text.replaceAll('\u00ad', ''),
  );
const all = (catalog: Messages) =>
  Object.entries(catalog).flatMap(([key, message]) => texts(message).map((text) => [key, text]));
/** What is left without places for values: "{player}: {text}" says nothing. */
const bare = (text: string) => text.replace(/\{\w+\}/g, '').replace(/[^\p{L}]/gu, '');

afterAll(() => speak('en'));

/** An English term, and the beginning of the term in the rulebook of each language. */
const TERMS: [RegExp, Record<Other, RegExp>][] = [
  [/\bticket/i, { fi: /menoli(pp|p)/i, pl: /Bilet/, da: /rutekort/i, nl: /bestemming|kaart/i }],
  [/\broutes?\b/i, { fi: /reit/i, pl: /połącze/i, da: /strækning/i, nl: /route/i }],
  [/ferry card/i, { fi: /lauttakor/i, pl: /Promu/, da: /færgekort/i, nl: /veerbootkaart/i }],
  [/cable car/i, { fi: /raitiovaunu/i, pl: /tramwaj/i, da: /sporvogn/i, nl: /kabeltram/i }],
  [/train car\b|train cars\b/i, { fi: /junanvaunu/i, pl: /wagon/i, da: /togvogn/i, nl: /wagon/i }],
  [/locomotive/i, { fi: /vetur/i, pl: /lokomotyw/i, da: /lokomotiv/i, nl: /locomotie/i }],
  [
    /tourist token/i,
    {
      fi: /turistimerk/i,
      pl: /żeton\p{L}* Turystyki/iu,
      da: /turistmarkør/i,
      nl: /toeristenfiche/i,
    },
  ],
  [
    /start city/i,
    { fi: /aloituskaupun/i, pl: /miast\p{L}* startow/u, da: /startby/i, nl: /startstad/i },
  ],
  [/\bspaces?\b/i, { fi: /ruutu|ruudu/i, pl: /\bpol|\bpól/i, da: /felt/i, nl: /vakje/i }],
  [/\bfinal scoring\b/i, { fi: /pistelasku/i, pl: /podlicz/i, da: /optælling/i, nl: /eindscore/i }],
];

/** Words that mean something else, or that the rulebook says in another way. */
const STRANGE: Record<Language, RegExp> = {
  en: /\bunseen\b|\banew\b|\black\b|^Who (gives|controls|has)\b|\bis to move\b/,
  fi: /\bpöytään käännetään\b|\buset\b|kotikaupun/i,
  pl: /\btras[aąęy]\b|(?<=\p{Ll} )(Twoj|Cię|Ciebie|Tobie)|Gdy graczy jest \{\w+\} |na zewnątrz od|[uU]kończon/u,
  da: /\buset\b|fuldført|\brute\b|\bhjemby|grænselandet|[“]/,
  nl: /\bongezien\b|voltooid|\bhaar\b|\bhoud\b|\bhoudt\b|\bgehouden\b/i,
};

describe.each(Object.entries(others) as [Other, Messages][])('%s', (language, catalog) => {
  test.each(TERMS)('says the term of the rulebook for %s', (term, own) => {
    const wrong = Object.keys(english).filter(
      (key) =>
        texts(english[key]).some((text) => term.test(text.replace(/\{\w+\}/g, ''))) &&
        !texts(catalog[key]).every((text) => own[language].test(text)),
    );
    expect(wrong.filter((key) => !SHORTER.includes(key))).toEqual([]);
  });

  test.each(BOOKS)('says the terms in the lessons of %s', async (game) => {
    const [original, words] = [await loadWords(game, 'en'), await loadWords(game, language)];
    for (const [name, said] of Object.entries(original)) {
      for (const [term, own] of TERMS) {
        if (term.test(`${said.title} ${said.text}`)) {
          expect(`${words[name]?.title} ${words[name]?.text}`, `${name} ${term}`).toMatch(
            own[language],
          );
        }
      }
    }
  });

  test('leaves nothing in English', () => {
    const left = Object.keys(english).filter(
      (key) =>
        texts(english[key]).some(
          (text) => bare(text) !== '' && texts(catalog[key]).includes(text),
        ) &&
        !texts(catalog[key]).every((text) => ALIKE.has(text.replace(/[^\p{L} ]/gu, '').trim())),
    );
    expect(left).toEqual([]);
  });

  test('ends what it says as English does: a sentence, a question or a label', () => {
    const end = (text: string) => /[.?!:]$/.exec(text)?.[0] ?? '';
    const wrong = Object.keys(english).filter(
      (key) => end(texts(catalog[key])[0] ?? '') !== end(texts(english[key])[0] ?? ''),
    );
    expect(wrong).toEqual([]);
  });
});

/** Where the place on the screen says the rest. */
const SHORTER = ['table.why.bonuses', 'table.final.again', 'table.log.claimed'];
/** Words that two languages share. */
const ALIKE = new Set([
  'Account',
  'Alvin',
  'Beginner',
  'Blunder',
  'Bonus',
  'Bot',
  'Bot level',
  'Expert',
  'Joker',
  'Log',
  'Menu',
  'Pause',
  'Route',
  'Routes',
  'Send',
  'Start',
  'Symbol',
  'Zoom',
  'count point',
  'player count point',
  'player points point',
  'Hand',
  'count orange',
  'Orange',
  'point',
  'count route',
  'count routes',
]);

describe.each(Object.entries(CATALOGS) as [Language, Messages][])(
  '%s is written well',
  (language, catalog) => {
    test('no strange words in messages, rulebooks and lessons', () => {
      const files = BOOKS.flatMap((game) => [
        join(SOURCES, 'rulebook', 'text', `${game}.${language}.md`),
        join(SOURCES, 'tutorial', 'text', `${game}.${language}.json`),
      ]);
      const lines = files.flatMap((file) => readFileSync(file, 'utf8').split('\n'));
      const said = [...all(catalog).map(([, text]) => text ?? ''), ...lines];
      expect(said.filter((text) => STRANGE[language].test(text))).toEqual([]);
    });

    test('quotation marks and ellipses are those of the language', () => {
      const [open, close] = { en: '“”', fi: '””', pl: '„”', da: '””', nl: '‘’' }[language];
      const said = all(catalog).map(([, text]) => text ?? '');
      const marks = said.flatMap((text) =>
        [...text.matchAll(/[“”„»«"‘]|(?<=\})’/g)].map((m) => m[0]),
      );
      expect(new Set(marks)).toEqual(new Set([open, close]));
      const together = language === 'en' || language === 'pl';
      expect(said.filter((text) => (together ? /\s…/ : /\S…/).test(text))).toEqual([]);
      expect(said.filter((text) => /\.\.\.| {2}|^\s|\s$/.test(text))).toEqual([]);
    });

    test('what is counted has plural forms', () => {
      const wrong = Object.entries(catalog).filter(
        ([, message]) => typeof message === 'string' && message.includes('{count}'),
      );
      expect(wrong).toEqual([]);
    });
  },
);

test.each([
  ['en', '+1 point', '+2 points', '+5 points', '-1 point'],
  ['fi', '+1 piste', '+2 pistettä', '+5 pistettä', '−1 piste'],
  ['pl', '+1 punkt', '+2 punkty', '+5 punktów', '-1 punkt'],
  ['da', '+1 point', '+2 point', '+5 point', '-1 point'],
  ['nl', '+1 punt', '+2 punten', '+5 punten', '-1 punt'],
] as const)('%s counts points with a sign', async (language, ...said) => {
  await speak(language);
  const step = (count: number) =>
    forms(
      CATALOGS[language]['table.final.step'] ?? '',
      { player: 'Ann', count, points: signed(count) },
      language,
    );
  expect([1, 2, 5, -1].map(step)).toEqual(said.map((points) => `Ann: ${points}`));
});

test.each([
  ['en', '1,234.5', '0:05.3'],
  ['fi', '1\u00a0234,5', '0:05,3'],
  ['pl', '1234,5', '0:05,3'],
  ['da', '1.234,5', '0:05,3'],
  ['nl', '1.234,5', '0:05,3'],
] as const)('%s writes numbers and clocks in its own way', async (language, thousands, clock) => {
  await speak(language);
  expect([number(1234.5), timeText(5_320)]).toEqual([thousands, clock]);
});

test('numbers that are shown go through the formats of the language', () => {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.(svelte|ts)$/.test(name),
  );
  const wrong = files.filter(
    (name) =>
      !/\.test\.ts$/.test(name) &&
      // Coordinates of a drawing.
      !name.endsWith(join('board', 'geometry.ts')) &&
      /\.toFixed\(|\.toLocaleString\(|\{[\w.?]*\bpoints\}<|scores\[\w+\] \?\? 0\}/.test(
        readFileSync(join(SOURCES, name), 'utf8'),
      ),
  );
  expect(wrong).toEqual([]);
});

test.each([
  ['en', ['Theme', 'Light', 'Dark', 'Animation', 'On', 'Off']],
  ['fi', ['Teema', 'Vaalea', 'Tumma', 'Animaatiot', 'Käytössä', 'Pois']],
  ['pl', ['Motyw', 'Jasny', 'Ciemny', 'Animacje', 'Włączone', 'Wyłączone']],
  ['da', ['Tema', 'Lyst', 'Mørkt', 'Animationer', 'Til', 'Fra']],
  ['nl', ['Thema', 'Licht', 'Donker', 'Animaties', 'Aan', 'Uit']],
] as const)('%s has the usual words for its settings', (language, usual) => {
  const keys = ['theme', 'theme.light', 'theme.dark', 'motion', 'motion.full', 'motion.still'];
  expect(keys.map((key) => CATALOGS[language][`page.settings.${key}`])).toEqual(usual);
});
