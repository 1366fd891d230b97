import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { findChromium } from './scripts/chromium.ts';
import { NOON_ZONE } from './tests/support/today.ts';

const executablePath = findChromium();

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A page in a new window would begin in one process and go on in another: a tenth of the processor time.
  '--renderer-process-limit=1',
  // In tiles of the usual 256 × 256 pixels, loading and drawing a page takes a tenth more processor time.
  '--default-tile-width=1280',
  '--default-tile-height=400',
];

/** Runs each journey in each language both with JavaScript and without, which takes twice as long. */
const EVERY_COMBINATION = process.env.EVERY_COMBINATION === '1';

/**
 * Every journey runs twice: with JavaScript in English and without in Hebrew, so that each language and each mode is
 * covered. Those tagged `@everywhere` run in all four combinations. A test tagged `@javascript` is about behaviour with
 * scripts, one tagged `@plain` about behaviour without them: they run in both languages. Those tagged `@once` too are
 * about neither words nor layout, but about what is requested, kept or saved, and when: they run in Hebrew, the language
 * from right to left. One tagged `@once` alone is about what the server answers to links and plain forms, which other
 * journeys send by scripts: it runs once, without JavaScript in Hebrew.
 */
export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results/e2e',
  forbidOnly: true,
  // A worker waits for the browser and the server in turn: one more than there are cores leaves no core idle.
  workers: availableParallelism() + 1,
  // As in vitest.config.ts: far longer than anything takes, also on a machine that is busy with other things.
  timeout: 180_000,
  expect: { timeout: 60_000 },
  reporter: [['list']],
  use: {
    launchOptions: { args: FLAGS, ...(executablePath ? { executablePath } : {}) },
    viewport: { width: 1280, height: 800 },
    locale: 'en-US',
    timezoneId: NOON_ZONE,
    actionTimeout: 60_000,
    // Drawing movements takes an eighth of the processor time. Tests of what moves ask for them (`IN_MOTION`).
    contextOptions: { reducedMotion: 'reduce' },
    // What a test routes must reach it, and no test stores the files of another: only tests of the worker allow it.
    serviceWorkers: 'block',
  },
  projects: [
    {
      name: 'with JavaScript',
      grepInvert: EVERY_COMBINATION
        ? /@plain/
        : [/@plain/, /^(?!.*@(javascript|everywhere)).*@he/, /^(?=.*@once).*@en/],
    },
    {
      name: 'without JavaScript',
      grepInvert: EVERY_COMBINATION ? /@javascript/ : [/@javascript/, /^(?!.*@(plain|everywhere)).*@en/],
      use: { javaScriptEnabled: false },
    },
  ],
});
