/** Browser tests against the real server, in the Chromium of this machine. */
import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  timeout: 120_000,
  forbidOnly: true,
  // Generous: what is waited for comes in a moment, but a busy machine may need its time.
  expect: { timeout: 30_000 },
  use: {
    launchOptions: {
      executablePath: process.env['SANJIN_CHROMIUM'] ?? '/usr/bin/chromium-headless-shell',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
