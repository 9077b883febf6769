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
        const shell = ['/', '/icon.svg', '/manifest.webmanifest', ...Object.keys(bundle).map((name) => `/${name}`)];
        const kept = shell.filter((name) => name !== '/index.html').sort();
        const build = createHash('sha256').update(kept.join()).digest('hex').slice(0, 12);
        const text = await readFile(WORKER, 'utf8');
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

const ENTRY = new URL('index.html', import.meta.url).pathname;

/** What the page needs before anything is asked for; compressed together it is smaller than in many files. */
function isFirst(module: string, look: Look): boolean {
  if (first.size === 0) gather(ENTRY, look);
  return first.has(module);
}

const first = new Set<string>();

function gather(module: string, look: Look): void {
  if (first.has(module)) return;
  first.add(module);
  for (const needed of look(module)?.importedIds ?? []) gather(needed, look);
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
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [{ name: (module, build) => (module.includes('/src/') && isFirst(module, (id) => build.getModuleInfo(id)) ? 'first' : null) }],
        },
      },
    },
  },
  // The development page shows tables from the protocol's test vectors, which lie beside this folder.
  server: { watch: { ignored: ['**/.svelte-check/**'] }, fs: { allow: ['..'] }, proxy: { '/ws': { ...proxied, ws: true }, '/api': proxied, '/healthz': proxied, '/metrics': proxied, '/admin': operated } },
  test: { include: ['src/**/*.test.ts'] },
});
