import { rmSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { DEMO_EMAIL, DEMO_PASSWORD } from '../../scripts/demo/owner.ts';
import { createHouseholdData } from '../bench/household-server.ts';
import { addCookies, expect, GUEST, test as plain } from '../support/browser.ts';
import { signIn } from '../support/people.ts';
import { untilQuiet } from '../support/quiet.ts';
import { type RunningServer, startServer } from '../support/server.ts';
import { blockLater, weigh } from '../support/weight.ts';

/** Bytes over the wire for a first view, and how many of them may be script before the first interaction. */
const BARS = [
  { path: '/login', total: 20_000 },
  { path: '/', total: 45_000 },
  { path: '/transactions', total: 42_000 },
  { path: '/analytics', total: 60_000 },
  // Fields of dates and times show the buttons of the browser's own pickers.
  { path: '/profile', total: 45_000, script: 16 * 1024 },
  { path: '/export', total: 45_000, script: 20 * 1024 },
  { path: '/transactions/new', total: 65_000, script: 16 * 1024 },
  { path: '/recurring/new', total: 65_000, script: 16 * 1024 },
];
const SCRIPT_BAR = 12 * 1024;

const test = plain.extend<object, { household: { server: RunningServer; cookies: string[] } }>({
  household: [
    async ({ browserName: _browserName }, use) => {
      const DATA_DIR = await createHouseholdData();
      const server = await startServer({ DATA_DIR });
      const { cookies } = await signIn(server, { email: DEMO_EMAIL, password: DEMO_PASSWORD });
      await use({ server, cookies });
      await server.kill();
      rmSync(DATA_DIR, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],
});

for (const { path, total, script = SCRIPT_BAR } of BARS) {
  test(`the first view of ${path} is small @javascript`, async ({ page, household, context }) => {
    const { server, cookies } = household;
    if (path !== '/login') await addCookies(context, server.url, cookies);
    const scripts: Promise<string>[] = [];
    page.on('response', (response) => {
      if (response.request().resourceType() === 'script') scripts.push(response.text());
    });
    const weight = await weigh(page, server.url + path);
    expect(weight.total, weight.requests.join('\n')).toBeLessThanOrEqual(total);
    expect(weight.script, weight.requests.join('\n')).toBeLessThanOrEqual(script);
    expect(scripts.length).toBeGreaterThan(0);
    expect((await Promise.all(scripts)).join('')).not.toContain('react.transitional.element');
    if (path === '/transactions') await expect(page.locator('.row-link')).toHaveCount(50);
  });
}

// The browser reports that a script was blocked.
test.use({ ...GUEST, provoked: /ERR_BLOCKED_BY_CLIENT/ });

/** Bytes of script, headers included, for the first opening of the dialog. */
const DIALOG_BAR = 108 * 1024;

test(`opening the dialog loads little, and once @javascript`, async ({ page, household, context }) => {
  const { server, cookies } = household;
  await addCookies(context, server.url, cookies);
  const loaded = await listenForScripts(page);
  const cold = await openAndWeigh(page, server.url, loaded);
  expect(cold).toBeGreaterThan(0);
  expect(cold, listOf(loaded)).toBeLessThanOrEqual(DIALOG_BAR);
  expect(await openAndWeigh(page, server.url, loaded)).toBe(0);
});

/** Bytes, headers included, for the first touch of a chart. */
const CHART_BAR = 100_000;

test(`touching a chart loads little, and once @javascript`, async ({ page, household, context }) => {
  const { server, cookies } = household;
  await addCookies(context, server.url, cookies);
  const loaded = await listenForScripts(page);
  const cold = await touchAndWeigh(page, server.url, loaded);
  expect(cold).toBeGreaterThan(0);
  expect(cold, listOf(loaded)).toBeLessThanOrEqual(CHART_BAR);
  expect(await touchAndWeigh(page, server.url, loaded)).toBe(0);
});

interface Loaded {
  url: string;
  bytes: number;
}

const listOf = (loaded: Loaded[]) => loaded.map(({ url, bytes }) => `${bytes} ${url}`).join('\n');

async function touchAndWeigh(page: Page, url: string, loaded: Loaded[]): Promise<number> {
  await untilQuiet(page, () => page.goto(`${url}/analytics`));
  loaded.length = 0;
  await untilQuiet(page, async () => {
    await page.locator('.island-chart').first().hover();
    await expect(page.locator('[data-chart] svg').first()).toBeVisible();
  });
  return loaded.reduce((sum, { bytes }) => sum + bytes, 0);
}

/** Bytes of each script requested from now on, except those that load seconds later in any case. */
async function listenForScripts(page: Page): Promise<Loaded[]> {
  const session = await page.context().newCDPSession(page);
  const scripts = new Map<string, string>();
  const loaded: Loaded[] = [];
  session.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (type === 'Script') scripts.set(requestId, response.url);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const url = scripts.get(requestId);
    if (url) loaded.push({ url, bytes: encodedDataLength });
  });
  await session.send('Network.enable');
  await blockLater(session);
  return loaded;
}

async function openAndWeigh(page: Page, url: string, loaded: Loaded[]): Promise<number> {
  await untilQuiet(page, async () => {
    await page.goto(`${url}/`);
    // What an act of the inbox needs is loaded at the first focus: it is not the dialog's.
    await page.evaluate(() => document.body.append(document.createElement('form')));
    await page.locator('body > form').evaluate((form) => form.setAttribute('data-in-place', ''));
    await page.locator('a').first().focus();
  });
  loaded.length = 0;
  await untilQuiet(page, async () => {
    await page.locator('main [data-transaction=add]').first().press('Enter');
    await expect(page.locator('dialog form [name=amount]')).toBeFocused();
  });
  return loaded.reduce((sum, { bytes }) => sum + bytes, 0);
}
