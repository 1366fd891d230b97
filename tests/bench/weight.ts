import { type Browser, type BrowserContext, type CDPSession, chromium, type Page } from '@playwright/test';
import { getChromium } from '../../scripts/chromium.ts';
import { untilQuiet } from '../support/quiet.ts';
import { report } from './figures.ts';
import { type HouseholdServer, startHouseholdServer } from './household-server.ts';

const PATHS = ['/login', '/', '/transactions'];
const KINDS = ['html', 'css', 'js', 'image', 'font', 'other'] as const;

type Kind = (typeof KINDS)[number];

interface Loaded {
  kind: Kind;
  bytes: number;
}

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** The bytes over the wire for the first view of a page, headers and compression included. */
export async function measureWeight(): Promise<void> {
  const household = await startHouseholdServer();
  const browser = await chromium.launch({ executablePath: getChromium(), args: FLAGS });
  try {
    for (const path of PATHS) await weighPage(browser, household, path);
  } finally {
    await browser.close();
    await household.close();
  }
}

async function weighPage(browser: Browser, household: HouseholdServer, path: string): Promise<void> {
  // A context of its own has an empty cache.
  const context = await browser.newContext();
  if (path !== '/login') await signInWith(context, household);
  const page = await context.newPage();
  const loaded = await listen(await context.newCDPSession(page));
  await untilQuiet(page, () => page.goto(household.server.url + path));
  printWeight(path, 'first_view', loaded.splice(0));
  await weighDialog(page, path, loaded);
  await context.close();
}

async function signInWith(context: BrowserContext, { cookie, server }: HouseholdServer): Promise<void> {
  const cookies = cookie.split('; ').map((pair) => {
    const [name = '', ...value] = pair.split('=');
    return { name, value: value.join('='), url: server.url };
  });
  await context.addCookies(cookies);
}

async function listen(session: CDPSession): Promise<Loaded[]> {
  const kinds = new Map<string, Kind>();
  const loaded: Loaded[] = [];
  session.on('Network.responseReceived', ({ requestId, response, type }) => {
    kinds.set(requestId, kindOf(response.mimeType, type));
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId);
    if (kind) loaded.push({ kind, bytes: encodedDataLength });
  });
  await session.send('Network.enable');
  return loaded;
}

function kindOf(mime: string, type: string): Kind {
  if (/javascript/.test(mime)) return 'js';
  if (mime === 'text/css') return 'css';
  if (mime.startsWith('image/')) return 'image';
  if (mime.startsWith('font/')) return 'font';
  return type === 'Document' ? 'html' : 'other';
}

function printWeight(page: string, moment: 'first_view' | 'dialog', loaded: Loaded[]): void {
  const bytes = (some: Loaded[]) => some.reduce((sum, one) => sum + one.bytes, 0);
  const figure = (name: string, value: number, unit: 'bytes' | 'count' = 'bytes') =>
    report({ bench: 'weight', page, figure: moment === 'dialog' ? `dialog_${name}` : name, value, unit });
  for (const kind of KINDS) {
    const some = loaded.filter((one) => one.kind === kind);
    if (some.length > 0) figure(kind === 'js' ? 'script_bytes' : `${kind}_bytes`, bytes(some));
  }
  if (!loaded.some(({ kind }) => kind === 'js')) figure('script_bytes', 0);
  figure('total_bytes', bytes(loaded));
  figure('requests', loaded.length, 'count');
}

async function weighDialog(page: Page, path: string, loaded: Loaded[]): Promise<void> {
  const opener = page.locator('a[data-transaction="add"]:visible').first();
  if ((await opener.count()) === 0) return;
  let opened = false;
  await untilQuiet(page, async () => {
    await opener.click();
    opened = await page
      .getByRole('dialog')
      .waitFor({ timeout: 10_000 })
      .then(
        () => true,
        () => false,
      );
  });
  if (!opened) return void process.stderr.write(`The dialog of ${path} did not open.\n`);
  printWeight(path, 'dialog', loaded.splice(0));
}
