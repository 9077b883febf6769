/** Builds hashed assets, each with a brotli twin that the server sends to browsers that can read it. */
import { readFile, writeFile } from 'node:fs/promises';
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

/** A warning of the Svelte compiler ends the build: svelte-check does not see those in modules. */
function refuse(warning: { message: string; filename?: string | undefined }): never {
  throw new Error(`${warning.filename ?? 'svelte'}: ${warning.message}`);
}

export default defineConfig({
  plugins: [svelte({ onwarn: refuse }), brotliTwins()],
  build: { target: 'es2022', modulePreload: { polyfill: false } },
  test: { include: ['src/**/*.test.ts'] },
});
