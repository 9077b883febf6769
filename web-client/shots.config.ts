/** Pictures of every screen, for people to look at: `cargo xtask shots`. */
import { defineConfig } from '@playwright/test';
import tests from './playwright.config';

export default defineConfig({ ...tests, testDir: 'shots', timeout: 300_000 });
