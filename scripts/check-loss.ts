import { chromium, type Page } from '@playwright/test';
import { askApi } from '../tests/support/ask-api.ts';
import { addCookies } from '../tests/support/browser.ts';
import { startLossyLine } from '../tests/support/lossy-line.ts';
import { createPerson } from '../tests/support/people.ts';
import { startServer } from '../tests/support/server.ts';
import { buildIfNeeded } from './build.ts';
import { findChromium } from './chromium.ts';

// Enters lines over a line that loses requests: all of them arrive, once. How many, and the share that is lost, can be
// given: `npm run check-loss -- 200 0.3`.

const [count = 200, share = 0.3] = process.argv.slice(2).map(Number);
/** How long what waits may take after the last entry, in milliseconds. */
const PATIENCE = 600_000;

await buildIfNeeded();
const server = await startServer();
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
  for (let number = 1; number <= count; number += 1) await enter(page, `${number} entry${number}`);
  const entered = Date.now();
  while ((await arrived()).length < count && Date.now() - entered < PATIENCE) await page.waitForTimeout(500);
  const names = await arrived();
  const seconds = (from: number) => Math.round((Date.now() - from) / 1000);
  const { asked, lost } = line.counts;
  console.log(`${lost} of ${asked} requests were lost in ${seconds(started)} s.`);
  console.log(`${count} entries: ${names.length} recorded, ${new Set(names).size} different ones.`);
  console.log(`The last one was there ${seconds(entered)} s after it was entered.`);
  if (names.length !== count || new Set(names).size !== count) process.exitCode = 1;
} finally {
  await browser.close();
  line.close();
  await server.kill();
}

/** Enters a line, and waits until the page has taken it; a page that was lost on its way is opened again. */
async function enter(page: Page, text: string): Promise<void> {
  const field = page.locator('#quick-entry');
  while (!(await field.isVisible()))
    await page.goto(`${line.url}/transactions`, { waitUntil: 'load' }).catch(() => undefined);
  await field.fill(text);
  await field.press('Enter');
  // Without its script the line would lead to the form: that page is not the list.
  await page
    .waitForFunction(
      () => document.querySelector<HTMLInputElement>('#quick-entry')?.value === '',
      undefined,
      {
        timeout: 60_000,
      },
    )
    .catch(() => undefined);
}

async function arrived(): Promise<string[]> {
  const names: string[] = [];
  for (let page = 1; ; page += 1) {
    const path = `/transactions?status=any&limit=200&page=${page}`;
    const { transactions } = await askApi<{ transactions: { description: string }[] }>(
      server,
      person,
      'GET',
      path,
    );
    names.push(...transactions.map(({ description }) => description));
    if (transactions.length < 200) return names;
  }
}
