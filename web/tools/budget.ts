/** What a first visit to the start page costs, held at every build. */
import { gzipSync } from 'node:zlib';
import type { Plugin, Rolldown } from 'vite';

const LIMIT = 60 * 1024;
const START = /\/pages\/Start\.svelte$/;
const CATALOG = /\/i18n\/words\/[a-z]{2}\.json$/;

type Bundle = Rolldown.OutputBundle;

function chunks(bundle: Bundle): Rolldown.OutputChunk[] {
  return Object.values(bundle).filter((item) => item.type === 'chunk');
}

/** A chunk, what it imports, and what that imports. */
function closure(bundle: Bundle, names: readonly string[]): Set<string> {
  const found = new Set<string>();
  const open = [...names];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    const chunk = bundle[name];
    if (found.has(name) || chunk?.type !== 'chunk') continue;
    found.add(name);
    open.push(...chunk.imports);
  }
  return found;
}

/** The packed script and style of the start page, in bytes, in its wordiest language. */
export function firstLoad(bundle: Bundle): number {
  const packed = (name: string): number => {
    const item = bundle[name];
    if (item === undefined) return 0;
    return gzipSync(item.type === 'chunk' ? item.code : item.source).length;
  };
  const roots = chunks(bundle).filter(
    (chunk) => chunk.isEntry || START.test(chunk.facadeModuleId ?? ''),
  );
  const scripts = closure(
    bundle,
    roots.map((chunk) => chunk.fileName),
  );
  const styles = new Set(
    chunks(bundle)
      .filter((chunk) => scripts.has(chunk.fileName))
      .flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])]),
  );
  const catalogs = chunks(bundle).filter((chunk) => CATALOG.test(chunk.facadeModuleId ?? ''));
  const words = Math.max(0, ...catalogs.map((chunk) => packed(chunk.fileName)));
  return [...scripts, ...styles].reduce((sum, name) => sum + packed(name), words);
}

export function budget(): Plugin {
  return {
    name: 'fogline-budget',
    apply: 'build',
    enforce: 'post',
    generateBundle(_, bundle) {
      const bytes = firstLoad(bundle);
      if (bytes > LIMIT) this.error(`The start page costs ${bytes} bytes; ${LIMIT} are allowed.`);
      else this.info(`The start page costs ${bytes} bytes of script and style.`);
    },
  };
}
