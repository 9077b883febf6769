/** Builds hashed assets, each with a brotli twin that the server sends to browsers that can read it, and a service worker. */
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

const COMPRESSED = /\.(css|html|js|svg)$/;

function brotliTwins(): Plugin {
  return {
    name: 'brotli-twins',
    apply: 'build',
    async writeBundle(output, bundle) {
      for (const name of Object.keys(bundle).filter((name) => COMPRESSED.test(name))) {
        const file = path.join(output.dir ?? 'dist', name);
        await writeFile(`${file}.br`, brotliCompressSync(await readFile(file)));
      }
    },
  };
}

/** What the worker keeps that has no name by its content. */
const UNHASHED = ['icon.svg', 'manifest.webmanifest'];

const WORKER = new URL('worker/sw.js', import.meta.url);

/** Writes the service worker with the list of what it keeps; named by its content, so that it changes with it. */
function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    generateBundle: {
      // Last: files may still be taken out of the bundle before, and one that is not there would keep the worker from being installed.
      order: 'post',
      async handler(_options, bundle) {
        const shell = ['/', ...UNHASHED.map((name) => `/${name}`), ...Object.keys(bundle).map((name) => `/${name}`)];
        const kept = shell.filter((name) => name !== '/index.html').sort();
        const text = await readFile(WORKER, 'utf8');
        const hash = createHash('sha256').update(kept.join()).update(text);
        for (const name of UNHASHED) hash.update(await readFile(new URL(`public/${name}`, import.meta.url)));
        const page = bundle['index.html'];
        if (page?.type === 'asset') hash.update(page.source);
        const build = hash.digest('hex').slice(0, 12);
        const source = text.replace("['__SHELL__']", JSON.stringify(kept)).replace('__BUILD__', build);
        this.emitFile({ type: 'asset', fileName: 'sw.js', source });
      },
    },
  };
}

/** A warning of the Svelte compiler ends the build: svelte-check does not see those in modules. */
function refuse(warning: { message: string; filename?: string | undefined }): never {
  throw new Error(`${warning.filename ?? 'svelte'}: ${warning.message}`);
}

type Look = (id: string) => { readonly importedIds: readonly string[] } | null;

/** What is loaded together, since it is needed together: compressed in one file it is smaller than in many. The first that has a module gets it. */
const TOGETHER = [
  { name: 'first', roots: ['index.html', 'src/view/Loading.svelte', 'src/words/people.ts', 'src/words/tiles.ts', 'src/net/coded.ts', 'src/view/table/places.ts'] },
  { name: 'tiles', roots: ['src/view/tiles/Tile.svelte', 'src/view/tiles/TileSprite.svelte'] },
  { name: 'table', roots: [...['Table', 'Bonus', 'Melds', 'Plate', 'River'].map((name) => `src/view/table/${name}.svelte`), 'src/table/links.ts'] },
].map(({ name, roots }) => ({ name, roots: roots.map((root) => new URL(root, import.meta.url).pathname), modules: new Set<string>() }));

/** What Svelte has for forms: no table has any, and to load it does nothing. */
const FORMS = /\/svelte\/src\/.*\/bindings\/(input|select)\.js$/;

function groupOf(module: string, look: Look): string | null {
  // The build's own, which whatever loads something later needs.
  if (module.includes('vite/preload-helper')) return 'first';
  if (FORMS.test(module)) return null;
  for (const { name, roots, modules } of TOGETHER) {
    for (const root of roots) gather(root, look, modules);
    if (modules.has(module) && module !== ENTRY) return name;
  }
  return null;
}

const ENTRY = new URL('index.html', import.meta.url).pathname;

function gather(module: string, look: Look, into: Set<string>): void {
  if (into.has(module)) return;
  into.add(module);
  for (const needed of look(module)?.importedIds ?? []) gather(needed, look, into);
}

/** The server that `vite dev` asks for everything but the page. */
const SERVER = process.env['SANJIN_SERVER'] ?? 'http://127.0.0.1:8080';

/** As the server's own page would ask it: it lets no other origin in. */
const proxied = { target: SERVER, changeOrigin: true, headers: { origin: SERVER } };

/** As the server does, `/admin` is the page for who opens it in a browser, and JSON for who asks for that. */
const operated = {
  ...proxied,
  bypass: ({ headers }: IncomingMessage) => (headers.accept?.includes('text/html') ? '/index.html' : undefined),
};

export default defineConfig({
  plugins: [svelte({ onwarn: refuse }), serviceWorker(), brotliTwins()],
  // The server's policy lets no data: address in, so nothing is inlined.
  build: {
    target: 'es2022',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rolldownOptions: {
      treeshake: { moduleSideEffects: (module) => !FORMS.test(module) },
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [{ debugName: 'together', name: (module, build) => groupOf(module, (id) => build.getModuleInfo(id)) }],
        },
      },
    },
  },
  // The development page shows tables from the protocol's test vectors, which lie beside this folder.
  server: { watch: { ignored: ['**/.svelte-check/**'] }, fs: { allow: ['..'] }, proxy: { '/ws': { ...proxied, ws: true }, '/api': proxied, '/healthz': proxied, '/metrics': proxied, '/admin': operated } },
  // Generous: each takes a moment, but a busy machine may need its time.
  test: { include: ['src/**/*.test.ts'], testTimeout: 60_000 },
});
