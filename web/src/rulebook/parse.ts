/**
 * The rulebook's text: a few marks, so that translators see words and not code.
 *
 * `## id: Title` begins a section, a blank line a paragraph, `- ` an item of a list. `@figure id: caption`
 * is a picture, `@table id: head | head` a table. `**words**` are strong, `[words](#id)` leads to a section,
 * and `{vehicles}` is a number of the game.
 */
export type Inline =
  | { kind: 'text'; text: string }
  | { kind: 'strong'; text: string }
  | { kind: 'link'; text: string; section: string };

export type Block =
  | { kind: 'paragraph'; words: Inline[] }
  | { kind: 'list'; items: Inline[][] }
  | { kind: 'figure'; id: string; caption: Inline[] }
  | { kind: 'table'; id: string; heads: string[] };

export interface Section {
  id: string;
  title: string;
  blocks: Block[];
}

export type Numbers = Readonly<Record<string, number>>;

/** Read a text; a number that the game does not have is an error, and so is a line without a section. */
export function parse(text: string, numbers: Numbers): Section[] {
  const sections: Section[] = [];
  let open = false;
  for (const line of text.split('\n').map((raw) => fill(raw.trim(), numbers))) {
    const heading = /^## ([a-z-]+): (.+)$/.exec(line);
    if (heading !== null) {
      sections.push({ id: heading[1] ?? '', title: heading[2] ?? '', blocks: [] });
      open = false;
    } else if (line === '') {
      open = false;
    } else {
      const section = sections.at(-1);
      if (section === undefined) throw new Error(`no section before: ${line}`);
      open = add(section.blocks, line, open);
    }
  }
  return sections;
}

/** Add a line; says whether the next line may go on with it. */
function add(blocks: Block[], line: string, open: boolean): boolean {
  const directive = /^@(figure|table) ([a-z_-]+): (.+)$/.exec(line);
  if (directive !== null) {
    const [, kind, id = '', rest = ''] = directive;
    if (kind === 'figure') blocks.push({ kind: 'figure', id, caption: inline(rest) });
    else blocks.push({ kind: 'table', id, heads: rest.split(' | ') });
    return false;
  }
  const last = blocks.at(-1);
  if (line.startsWith('- ')) {
    const item = inline(line.slice(2));
    if (open && last?.kind === 'list') last.items.push(item);
    else blocks.push({ kind: 'list', items: [item] });
  } else if (open && last?.kind === 'paragraph') {
    last.words.push({ kind: 'text', text: ' ' }, ...inline(line));
  } else {
    blocks.push({ kind: 'paragraph', words: inline(line) });
  }
  return true;
}

export function inline(text: string): Inline[] {
  const words: Inline[] = [];
  let at = 0;
  for (const found of text.matchAll(/\*\*(.+?)\*\*|\[(.+?)\]\(#([a-z-]+)\)/g)) {
    if (found.index > at) words.push({ kind: 'text', text: text.slice(at, found.index) });
    const [, strong, link, section] = found;
    if (strong !== undefined) words.push({ kind: 'strong', text: strong });
    else words.push({ kind: 'link', text: link ?? '', section: section ?? '' });
    at = found.index + found[0].length;
  }
  if (at < text.length) words.push({ kind: 'text', text: text.slice(at) });
  return words;
}

function fill(text: string, numbers: Numbers): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => {
    const number = numbers[name];
    if (number === undefined) throw new Error(`the game has no number ${name}`);
    return String(number);
  });
}
