/** Tests that run against `sanjin serve`, started once per worker on a port of its own. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test as base } from '@playwright/test';

const binary = process.env['SANJIN_BINARY'] ?? '../target/debug/sanjin';

export const test = base.extend<object, { address: string }>({
  address: [
    async ({}, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'sanjin-'));
      const database = `sqlite:${join(folder, 'sanjin.sqlite')}`;
      const server = spawn(binary, ['serve', '--listen', '127.0.0.1:0', '--database', database], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const ended = once(server, 'exit');
      const lines = createInterface({ input: server.stdout });
      const [line] = (await Promise.race([once(lines, 'line'), ended])) as unknown[];
      const address = /http:\/\/\S+/.exec(String(line))?.[0];
      if (address === undefined) throw new Error(`${binary} serve did not say where it listens`);

      await use(address);

      server.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true });
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ address }, use) => use(address),
});

export { expect } from '@playwright/test';
