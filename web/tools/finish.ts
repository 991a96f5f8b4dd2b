/** The last steps of a build: the service worker, and a packed copy of whatever packs well. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

const PACKED = /\.(js|css|html|svg|json|webmanifest)$/;
const WORKER = join(import.meta.dirname, 'worker.js');

function files(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(folder, name)).isFile())
    .map((name) => name.replaceAll('\\', '/'))
    .sort();
}

/** What the client needs to open without a network. */
export function shell(names: readonly string[]): string[] {
  return ['./', ...names.filter((name) => name.startsWith('assets/')).map((name) => `./${name}`)];
}

export function finish(): Plugin {
  let folder = '';
  return {
    name: 'fogline-finish',
    apply: 'build',
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir);
    },
    writeBundle() {
      const kept = shell(files(folder));
      const index = readFileSync(join(folder, 'index.html'));
      const version = createHash('sha256').update(index).update(kept.join()).digest('hex');
      const head = `self.FOGLINE_FILES = ${JSON.stringify(kept)};\nself.FOGLINE_VERSION = '${version.slice(0, 12)}';\n`;
      writeFileSync(join(folder, 'sw.js'), head + readFileSync(WORKER, 'utf8'));
      for (const name of files(folder).filter((file) => PACKED.test(file))) {
        const content = readFileSync(join(folder, name));
        if (content.length < 1024) continue;
        writeFileSync(join(folder, `${name}.gz`), gzipSync(content, { level: 9 }));
        const quality = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
        writeFileSync(join(folder, `${name}.br`), brotliCompressSync(content, { params: quality }));
      }
    },
  };
}
