import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { ROOT } from '../../scripts/children.ts';
import { askApi } from '../support/ask-api.ts';
import { hostileValue, randomFrom } from '../support/hostile-values.ts';
import { formsOf } from '../support/html.ts';
import { createAdministrator, createPerson, type Person, signIn } from '../support/people.ts';
import { type RunningServer, startServer } from '../support/server.ts';
import { TextBrowser } from '../support/text-browser.ts';
import { TODAY } from '../support/today.ts';
import { record, repeat } from '../support/transactions.ts';

/** Another seed sends other requests: `FUZZ_SEED=7 FUZZ_REQUESTS=20000`. */
const SEED = Number(process.env.FUZZ_SEED ?? 1);
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 1200);
const AT_ONCE = 8;
const MOST_HEADER_BYTES = 8192;
const MOST_PAGES = 250;
/** These would change the rest of the run: signing out, maintenance, the end of registration. */
const LEFT_OUT = /^\/(logout|clear-data)|maintenance/;

interface Target {
  method: 'GET' | 'POST';
  path: string;
  fields: Record<string, string>;
}

interface Viewer {
  name: string;
  create: () => Promise<Person>;
  person: Person | null;
  targets: Target[];
  /** Pending while the person signs in again. */
  signingIn?: Promise<void> | undefined;
}

let server: RunningServer;
const viewers: Viewer[] = [];

beforeAll(async () => {
  server = await startServer();
  const create = {
    superAdmin: () => createAdministrator(server, 'super_admin'),
    member: () => createPerson(server),
    admin: () => createAdministrator(server),
  };
  viewers.push({ name: 'anonymous', create: create.member, person: null, targets: await findTargets(null) });
  for (const [name, createViewer] of Object.entries(create)) {
    const person = await createViewer();
    await fill(person);
    viewers.push({ name, create: createViewer, person, targets: await findTargets(person) });
  }
});

test(`no address or form of a page fails, whatever is sent (seed ${SEED})`, {
  timeout: 60_000 + REQUESTS * 100,
}, async () => {
  onTestFinished(() => server.kill());
  const random = randomFrom(SEED);
  const requests = Array.from({ length: REQUESTS }, () => nextRequest(random));
  const errors: string[] = [];
  const sendAll = async () => {
    for (let request = requests.pop(); request; request = requests.pop()) {
      const error = await errorOf(request);
      if (error) errors.push(`${error}: ${written(request)}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, sendAll));
  expect(errors).toEqual([]);
  for (const { person } of viewers.slice(1)) {
    const { cookies = [] } = person ?? {};
    const browser = new TextBrowser(server.url);
    browser.addCookies(cookies);
    expect((await browser.open('/profile')).status).toBe(200);
  }
  expect(server.logs).not.toMatch(/unexpected error|a page failed/);
});

async function fill(person: Person): Promise<void> {
  await record(person, [
    { amount: 3, description: 'Bread' },
    { amount: 2000, type: 'income', description: 'Salary', notes: 'x' },
  ]);
  await repeat(person, {
    amount: 5,
    description: 'Rent',
    frequency: 'monthly',
    startDate: TODAY,
  });
  for (const name of ['Pets', 'Garden'])
    await askApi(person, 'POST', '/categories', { name, type: 'expense' });
}

/** The source's pages, with arbitrary parameters. */
function pagesOfSource(): string[] {
  const folder = join(ROOT, 'src/pages');
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(astro|ts)$/.test(file) && !/(^|\/)_/.test(file))
    .map((file) => `/${file.replace(/(\/?index)?\.(astro|ts)$/, '').replace(/\[[^\]]*\]/g, 'none')}`);
}

async function findTargets(person: Person | null): Promise<Target[]> {
  const browser = new TextBrowser(server.url);
  if (person) browser.addCookies(person.cookies);
  const targets = new Map<string, Target>();
  const add = (method: Target['method'], address: string, fields: Record<string, string> = {}) => {
    if (!address.startsWith('/') || LEFT_OUT.test(address)) return;
    const { pathname, searchParams } = new URL(address, server.url);
    const name = `${method} ${pathname.replace(/[\da-f]{8}-[\da-f-]{27}/g, 'id')}`;
    const existing = targets.get(name);
    if (existing) Object.assign(existing.fields, Object.fromEntries(searchParams), fields);
    else
      targets.set(name, {
        method,
        path: pathname,
        fields: { ...Object.fromEntries(searchParams), ...fields },
      });
  };
  const pages = pagesOfSource();
  for (const page of pages) {
    add('GET', page);
    add('POST', page);
  }
  const waiting = [...pages];
  for (let visited = 0; waiting.length > 0 && visited < MOST_PAGES; visited += 1) {
    const page = waiting.shift() ?? '/';
    const { html, address, status } = await browser.open(page);
    if (status >= 400 && address === page) targets.delete(`GET ${page}`);
    for (const [, href = ''] of html.matchAll(/<a\b[^>]*\shref="([^"]*)"/g)) {
      const link = href.replaceAll('&#38;', '&').replaceAll('&amp;', '&');
      const before = targets.size;
      add('GET', link);
      if (targets.size > before) waiting.push(link);
    }
    const methods = [...html.matchAll(/<form\b([^>]*)>/g)].map(([, opening = '']) =>
      /method="post"/.test(opening),
    );
    for (const [index, form] of formsOf(html).entries()) {
      const fields = { ...Object.fromEntries(form.names.map((one) => [one, ''])), ...form.fields };
      const own = Object.fromEntries(Object.entries(fields).filter(([name]) => !LEFT_OUT.test(name)));
      add(methods[index] ? 'POST' : 'GET', form.action || address, own);
    }
  }
  return [...targets.values()];
}

interface FuzzedRequest extends Pick<Target, 'method'> {
  viewer: Viewer;
  address: string;
  body: string | undefined;
}

function nextRequest(random: () => number): FuzzedRequest {
  const one = <Item>(items: Item[]): Item => items[Math.floor(random() * items.length)] as Item;
  const viewer = one([...viewers, ...viewers.slice(1)]);
  const { method, path, fields } = one(viewer.targets);
  const names = [
    ...Object.keys(fields),
    'return',
    'page',
    one(['__proto__', 'a[b]', 'id', 'date', 'search']),
  ];
  const pairs = names.flatMap((name) => {
    const chance = random();
    const kept = `${encodeURIComponent(name)}=${encodeURIComponent(fields[name] ?? '')}`;
    const hostile = () => `${encodeURIComponent(name)}=${hostileValue(random)}`;
    if (chance < 0.4) return name in fields ? [kept] : [];
    if (chance < 0.8) return [hostile()];
    if (chance < 0.9) return [hostile(), hostile()];
    return [];
  });
  const query = pairs.join('&');
  const fuzzedPath =
    random() < 0.15 ? path.replace(/[^/]+$/, () => hostileValue(random).slice(0, 6000)) : path;
  const whole = method === 'GET' || random() < 0.2 ? `${fuzzedPath}?${query}` : fuzzedPath;
  // The server takes 16 kB of headers, which is not the subject here.
  const address = whole.slice(0, 14_000);
  const body = method === 'POST' ? pairs.join('&').slice(0, 60_000) : undefined;
  return { viewer, method, address, body };
}

async function errorOf({ viewer, method, address, body }: FuzzedRequest): Promise<string | null> {
  const cookie = viewer.person?.cookies.map((header) => header.split(';')[0]).join('; ') ?? '';
  const answer = await fetch(server.url + address, {
    method,
    redirect: 'manual',
    headers: {
      cookie,
      accept: 'text/html',
      ...(body !== undefined && { origin: server.url, 'content-type': 'application/x-www-form-urlencoded' }),
    },
    ...(body !== undefined && { body }),
  }).catch((error) => error as Error);
  if (answer instanceof Error) return `no answer (${answer.cause})`;
  const text = await answer.text();
  // Some forms end sessions.
  if (viewer.person && /^\/(login|blocked)/.test(answer.headers.get('location') ?? '')) {
    viewer.signingIn ??= signInAgain(viewer, viewer.person);
    await viewer.signingIn;
  }
  if (answer.status >= 500) return String(answer.status);
  const size = [...answer.headers].reduce((sum, [name, value]) => sum + name.length + value.length + 4, 0);
  const [name] = [...answer.headers].reduce((most, next) => (next[1].length > most[1].length ? next : most));
  if (size > MOST_HEADER_BYTES) return `${answer.status} with ${size} bytes of headers, most of them ${name}`;
  const location = answer.headers.get('location');
  if (location && new URL(location, server.url).origin !== server.url) return `a redirect to ${location}`;
  return /html/.test(answer.headers.get('content-type') ?? '') && hasMarkup(text)
    ? 'hostile markup in the page'
    : null;
}

async function signInAgain(viewer: Viewer, person: Person): Promise<void> {
  const tokens = await signIn(server, person).catch(() => null);
  // An administrator may have blocked or deleted the account meanwhile.
  viewer.person = tokens ? { ...person, ...tokens } : await viewer.create();
  viewer.signingIn = undefined;
}

/** Whether the hostile element exists, not only its letters in a text, attribute or script. */
function hasMarkup(html: string): boolean {
  const outside = html.replace(/<script\b[^>]*>[\s\S]*?<\/script>/g, '');
  const tags = outside.matchAll(/<(\/?[a-z][^\s>"']*)(?:"[^"]*"|'[^']*'|[^"'>])*>/gi);
  return [...tags].some(([, name]) => name?.startsWith('svg/onload'));
}

const written = ({ viewer, method, address, body }: FuzzedRequest) =>
  [viewer.name, method, address.slice(0, 300), body?.slice(0, 300)].join(' ');
