import { defineConfig } from '@playwright/test';
import { findChromium } from './scripts/chromium.ts';

const executablePath = findChromium();

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * Every journey runs twice, the second time with JavaScript off. A test tagged `@javascript` is about what
 * only scripts do, one tagged `@plain` about what only their absence shows.
 */
export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results/e2e',
  forbidOnly: true,
  workers: 2,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
  use: {
    launchOptions: { args: FLAGS, ...(executablePath ? { executablePath } : {}) },
    viewport: { width: 1280, height: 800 },
    locale: 'en-US',
    timezoneId: 'Asia/Jerusalem',
    actionTimeout: 10_000,
  },
  projects: [
    { name: 'with JavaScript', grepInvert: /@plain/ },
    { name: 'without JavaScript', grepInvert: /@javascript/, use: { javaScriptEnabled: false } },
  ],
});
