/** Tests that run against `sanjin serve`, started once per worker on a port of its own. */
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { expect, test as base, type Browser, type BrowserContext } from '@playwright/test';

const binary = process.env['SANJIN_BINARY'] ?? '../target/debug/sanjin';
/** Bots that think for a moment only: tests play whole hands with them. */
const BOT_PACE_MS = '20';
/** Games between bots, so that there is a history. */
const GAMES = '120';

/**
 * All browsers come from one address, most tests leave a room behind, and on a fast machine more is asked in a minute than
 * people ask: what is too much for an address has tests of its own.
 */
const UNLIMITED = [
  'connections-per-address-max',
  'sockets-per-address-max',
  'accepts-per-second',
  'messages-per-second',
  'address-messages-per-second',
  'guesses-per-minute',
  'kept-games-per-minute',
  'kept-writes-per-minute',
  'ratings-per-minute',
  'keyed-ratings-per-minute',
  'rooms-per-address-max',
] as const;

/** Ports a server under test may have: below those a system gives to others while it is started again. */
const PORTS = { first: 20_000, count: 10_000 };
const ATTEMPTS_MAX = 20;
/** A history of many games takes a while on a busy machine. */
const READY_MS_MAX = 300_000;

/** What opens the operator's page of a server under test. */
export const OPERATOR_TOKEN = 'the-operator-of-a-server-under-test';

/** A server under test. */
export type Server = {
  readonly address: string;
  /** Ends it as a power cut would. */
  readonly kill: () => Promise<void>;
  /** Starts it again, where it was and with what it had recorded. */
  readonly start: () => Promise<void>;
};

async function serve(database: string, listen: string): Promise<{ process: ChildProcess; address: string }> {
  const limits = UNLIMITED.map((limit) => `--${limit}=0`);
  const args = ['serve', '--listen', listen, '--database', database, '--bot-pace-ms', BOT_PACE_MS, '--operator-token', OPERATOR_TOKEN, ...limits];
  const server = spawn(binary, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const lines = createInterface({ input: server.stdout });
  const [line] = (await Promise.race([once(lines, 'line'), once(server, 'exit')])) as unknown[];
  const address = /http:\/\/\S+/.exec(String(line))?.[0];
  if (address === undefined) throw new Error(`${binary} serve did not say where it listens`);
  return { process: server, address };
}

/** Starts a server on a free port. */
async function serveSomewhere(database: string): Promise<Awaited<ReturnType<typeof serve>>> {
  for (let attempt = 1; ; attempt += 1) {
    const port = PORTS.first + Math.floor(Math.random() * PORTS.count);
    try {
      return await serve(database, `127.0.0.1:${port}`);
    } catch (error) {
      if (attempt === ATTEMPTS_MAX) throw error;
    }
  }
}

async function end(server: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  const ended = once(server, 'exit');
  server.kill(signal);
  await ended;
}

/** Writes down every error and warning of a context's pages, as they come. */
function listenTo(context: BrowserContext, errors: string[]): BrowserContext {
  context.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) errors.push(`${message.text()} ${message.location().url}`);
  });
  context.on('weberror', (error) => errors.push(error.error().message));
  return context;
}

type Listening = {
  /** What a test breaks itself, and may be complained about. */
  readonly breaks: RegExp | null;
  readonly errors: string[];
};

/** What browsers say of every answer of the API that is a refusal: for a test that asks for one, no complaint. */
const REFUSED = /status of 4\d\d .*\/(api|admin)\b/;
/** And where a test takes the network or the server away, also while the service worker is still on its way. */
export const CUT_OFF = new RegExp(`net::ERR_|WebSocket connection to|error occurred when fetching the script|${REFUSED.source}`);

export const test = base.extend<Listening, { server: Server }>({
  breaks: [REFUSED, { option: true }],
  // In every test: no page may complain.
  errors: [
    async ({ browser, breaks }, use) => {
      const errors: string[] = [];
      const usual: Browser['newContext'] = browser.newContext.bind(browser);
      browser.newContext = async (options) => listenTo(await usual(options), errors);
      await use(errors);
      browser.newContext = usual;
      expect(errors.filter((error) => breaks === null || !breaks.test(error))).toEqual([]);
    },
    { auto: true },
  ],
  server: [
    async ({}, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'sanjin-'));
      const database = `sqlite:${join(folder, 'sanjin.sqlite')}`;
      await promisify(execFile)(binary, ['demo', '--database', database, '--games', GAMES]);
      let running = await serveSomewhere(database);
      const { address } = running;

      await use({
        address,
        kill: () => end(running.process, 'SIGKILL'),
        start: async () => {
          running = await serve(database, new URL(address).host);
        },
      });

      await end(running.process, 'SIGTERM');
      await rm(folder, { recursive: true });
    },
    { scope: 'worker', timeout: READY_MS_MAX },
  ],
  baseURL: async ({ server }, use) => use(server.address),
});

export { expect } from '@playwright/test';
