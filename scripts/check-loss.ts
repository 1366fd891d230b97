import { type BrowserContext, chromium, type Locator, type Page } from '@playwright/test';
import { askApi } from '../tests/support/ask-api.ts';
import { addCookies } from '../tests/support/browser.ts';
import { startLine } from '../tests/support/line.ts';
import { startLossyLine } from '../tests/support/lossy-line.ts';
import { createPerson, type Person } from '../tests/support/people.ts';
import { untilQuiet } from '../tests/support/quiet.ts';
import { startServer } from '../tests/support/server.ts';
import { buildIfNeeded } from './build.ts';
import { findChromium } from './chromium.ts';
import { makeProfile, startBrowser } from './killed-browser.ts';

// Enters lines offline in a browser that is killed, and over a lossy connection: each must arrive exactly once.
// Arguments of the second: lines, share lost, minutes: `npm run check-loss -- 200 0.3 10`.

const [count = 200, share = 0.3, minutes = 0] = process.argv.slice(2).map(Number);
/** Milliseconds that queued lines may take after the last entry. */
const TIMEOUT = 600_000;
const BEFORE_KILL = 20;

await buildIfNeeded();
const server = await startServer();
await killBrowser();
const line = await startLossyLine(server, share);
const person = await createPerson(server);
const executablePath = findChromium();
const browser = await chromium.launch({
  args: ['--no-sandbox'],
  ...(executablePath && { executablePath }),
});
const started = Date.now();
try {
  const context = await browser.newContext();
  await addCookies(context, line.url, person.cookies);
  const page = await context.newPage();
  for (let number = 1; number <= count; number += 1) {
    await enter(page, `${number} entry${number}`);
    const next = started + (number / count) * minutes * 60_000;
    await page.waitForTimeout(Math.max(0, next - Date.now()));
  }
  const entered = Date.now();
  await reachList(page);
  const names = await arrivals(page, person, count);
  for (let number = 1; number <= count; number += 1)
    if (!names.includes(`entry${number}`)) console.log(`entry${number} is missing.`);
  if (names.length < count)
    console.log(`The page at ${page.url()}:`, await page.locator('main').textContent());
  const seconds = (from: number) => Math.round((Date.now() - from) / 1000);
  const { asked, lost } = line.counts;
  console.log(`${lost} of ${asked} requests were lost in ${seconds(started)} s.`);
  judge(names, count);
  console.log(`The last one was there ${seconds(entered)} s after it was entered.`);
} finally {
  await browser.close();
  line.close();
  await server.kill();
}

/** Kills a browser right after it took lines offline; they must be sent without anybody touching them. */
async function killBrowser(): Promise<void> {
  const connection = await startLine(server);
  const owner = await createPerson(server);
  const profile = makeProfile();
  const open = async (context: BrowserContext) => {
    await addCookies(context, connection.url, owner.cookies);
    const page = await context.newPage();
    await page.goto(`${connection.url}/transactions`);
    return page;
  };
  let browser = await startBrowser(profile.folder);
  try {
    const page = await open(browser.context);
    // Loads the queue's scripts before the connection fails.
    await untilQuiet(page, () => page.locator('#quick-entry').focus());
    connection.set('down');
    for (let number = 1; number <= BEFORE_KILL; number += 1) {
      await page.locator('#quick-entry').fill(`${number} kept${number}`);
      await page.locator('#quick-entry').press('Enter');
      await page
        .locator('[data-entry]')
        .nth(number - 1)
        .waitFor();
    }
    await browser.kill();
    connection.set('open');
    browser = await startBrowser(profile.folder);
    const names = await arrivals(await open(browser.context), owner, BEFORE_KILL);
    console.log('A browser was killed that had taken lines without a connection.');
    judge(names, BEFORE_KILL);
  } finally {
    await browser.kill();
    connection.close();
    profile.remove();
  }
}

function judge(names: string[], expected: number): void {
  const different = new Set(names).size;
  console.log(`${expected} entries: ${names.length} recorded, ${different} different ones.`);
  if (names.length !== expected || different !== expected) process.exitCode = 1;
}

/** Looks again whenever a request of the browser has ended, with or without its answer: nothing else adds to them. */
async function arrivals(page: Page, author: Person, expected: number): Promise<string[]> {
  const context = page.context();
  const deadline = Date.now() + TIMEOUT;
  for (;;) {
    const options = { timeout: Math.max(1, deadline - Date.now()) };
    const next = Promise.race([
      context.waitForEvent('requestfinished', options),
      context.waitForEvent('requestfailed', options),
    ]).catch(() => undefined);
    const names = await arrived(author);
    if (names.length >= expected || !(await next)) return names;
  }
}

async function enter(page: Page, text: string): Promise<void> {
  const field = page.locator('#quick-entry');
  await reachList(page);
  // A returned line is sent again: another one in its place would be its correction.
  if ((await field.inputValue()) !== '') await send(field);
  await field.fill(text);
  await send(field);
}

/** Sends what the field says, until it is empty or the page has gone: a line whose scripts were lost opens the form. */
async function send(field: Locator): Promise<void> {
  await field.press('Enter');
  await field
    .page()
    .waitForFunction(() => !document.querySelector<HTMLInputElement>('#quick-entry')?.value, undefined, {
      timeout: 60_000,
    })
    .catch(() => undefined);
}

/**
 * Opens the list as a person would: reloads a lost page, and saves the form if a line led there because its script was
 * lost.
 */
async function reachList(page: Page): Promise<void> {
  const keptLink = page.locator('[data-kept] a');
  // A form that is filled in has one above its fields too.
  const save = page.locator('main form[data-keeps] .button-primary').first();
  while (!(await page.locator('#quick-entry').isVisible())) {
    const isOurs = page.url().startsWith(line.url);
    const next = async () => {
      if (await keptLink.isVisible()) await leave(keptLink);
      else if (await save.isVisible()) await leave(save);
      else if (isOurs || page.url().startsWith('chrome-error')) await page.reload({ waitUntil: 'load' });
      else await page.goto(`${line.url}/transactions`, { waitUntil: 'load' });
    };
    await next().catch(() => undefined);
  }
}

/** Presses what leads elsewhere, and waits until the page has gone or says that the entry is stored. */
async function leave(button: Locator): Promise<void> {
  await button.click();
  await button.waitFor({ state: 'hidden' });
}

async function arrived(author: Person): Promise<string[]> {
  const names: string[] = [];
  for (let page = 1; ; page += 1) {
    const path = `/transactions?status=any&limit=200&page=${page}`;
    const { transactions } = await askApi<{ transactions: { description: string }[] }>(author, 'GET', path);
    names.push(...transactions.map(({ description }) => description));
    if (transactions.length < 200) return names;
  }
}
