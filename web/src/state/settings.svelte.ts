/** What a player prefers, kept in this browser. */
import { bestLanguage, LANGUAGES, type Language, speak } from '../i18n/i18n.svelte';

export const THEMES = ['auto', 'light', 'dark'] as const;
export const MOTIONS = ['auto', 'full', 'still'] as const;

/** How fast bots play. */
export const PACES = ['slow', 'normal', 'fast'] as const;
export type Pace = (typeof PACES)[number];

export interface Preferences {
  language: Language;
  theme: (typeof THEMES)[number];
  motion: (typeof MOTIONS)[number];
  sound: boolean;
  notify: boolean;
  pace: Pace;
  /** The colour one plays with, by its number; with -1, the colour of the seat. */
  colour: number;
  /** Whether the table says what could be done next, for somebody who plays a first game. */
  hints: boolean;
}

const STORE = 'fogline.settings';

/** Read what was kept; what is missing or makes no sense is the default. */
export function readPreferences(kept: string | null, defaults: Preferences): Preferences {
  let found: Record<string, unknown> = {};
  try {
    const parsed: unknown = JSON.parse(kept ?? '{}');
    if (typeof parsed === 'object' && parsed !== null) found = parsed as Record<string, unknown>;
  } catch {
    // Not ours, or broken: as if nothing was kept.
  }
  const one = <T extends string>(value: unknown, known: readonly T[], otherwise: T): T =>
    known.find((item) => item === value) ?? otherwise;
  const flag = (value: unknown, otherwise: boolean): boolean =>
    typeof value === 'boolean' ? value : otherwise;
  return {
    language: one(found.language, Object.keys(LANGUAGES) as Language[], defaults.language),
    theme: one(found.theme, THEMES, defaults.theme),
    motion: one(found.motion, MOTIONS, defaults.motion),
    sound: flag(found.sound, defaults.sound),
    notify: flag(found.notify, defaults.notify),
    pace: one(found.pace, PACES, defaults.pace),
    colour: Number.isInteger(found.colour) ? (found.colour as number) : defaults.colour,
    hints: flag(found.hints, defaults.hints),
  };
}

function media(query: string): MediaQueryList | null {
  return typeof matchMedia === 'undefined' ? null : matchMedia(query);
}

const DEFAULTS: Preferences = {
  language: 'en',
  theme: 'auto',
  motion: 'auto',
  sound: false,
  notify: false,
  pace: 'normal',
  colour: -1,
  hints: false,
};

class Settings {
  #kept = $state<Preferences>(DEFAULTS);
  #dark = $state(false);
  #calm = $state(false);

  get language(): Language {
    return this.#kept.language;
  }
  get theme(): Preferences['theme'] {
    return this.#kept.theme;
  }
  get motion(): Preferences['motion'] {
    return this.#kept.motion;
  }
  get sound(): boolean {
    return this.#kept.sound;
  }
  get notify(): boolean {
    return this.#kept.notify;
  }
  get pace(): Pace {
    return this.#kept.pace;
  }
  get colour(): number {
    return this.#kept.colour;
  }
  get hints(): boolean {
    return this.#kept.hints;
  }
  /** Whether nothing shall move by itself. */
  get still(): boolean {
    return this.motion === 'auto' ? this.#calm : this.motion === 'still';
  }
  get dark(): boolean {
    return this.theme === 'auto' ? this.#dark : this.theme === 'dark';
  }

  /** Read what was kept, and follow the system in the rest. */
  async start(): Promise<void> {
    const phone = media('(pointer: coarse)')?.matches ?? false;
    this.#kept = readPreferences(localStorage.getItem(STORE), {
      ...DEFAULTS,
      language: bestLanguage(navigator.languages),
      sound: !phone,
    });
    this.#follow('(prefers-color-scheme: dark)', (on) => {
      this.#dark = on;
    });
    this.#follow('(prefers-reduced-motion: reduce)', (on) => {
      this.#calm = on;
    });
    await speak(this.language);
  }

  async change(some: Partial<Preferences>): Promise<void> {
    Object.assign(this.#kept, some);
    localStorage.setItem(STORE, JSON.stringify(this.#kept));
    this.#show();
    if (some.language !== undefined) await speak(some.language);
  }

  #follow(query: string, take: (on: boolean) => void): void {
    const list = media(query);
    const read = (): void => {
      take(list?.matches ?? false);
      this.#show();
    };
    list?.addEventListener('change', read);
    read();
  }

  #show(): void {
    const root = document.documentElement;
    root.dataset.theme = this.dark ? 'dark' : 'light';
    root.dataset.motion = this.still ? 'still' : 'full';
    const ground = getComputedStyle(root).getPropertyValue('--sheet');
    document.querySelector('meta[name="theme-color"]')?.setAttribute('content', ground.trim());
  }
}

export const settings = new Settings();
