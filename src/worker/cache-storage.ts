import { PERSONAL_CACHES } from '../browser/core/session/session-marker.ts';
import { hasTrait } from '../http/pages/routes.ts';

/** The worker's caches. */
const FILES = 'files';
const OPEN = 'open';
const SEEN = `${PERSONAL_CACHES} `;

/** Ignores `Vary`: a store belongs to one person, so cookies and encodings make no other page. */
const ANYHOW = { ignoreVary: true };

/** The files of two versions, so that a page of the former one still finds its own. */
const MOST_FILES = 400;
const MOST_PAGES = 60;

/** API calls that forms need without a connection. */
export const STORED_ANSWERS = new Set(['/api/v1/categories', '/api/v1/transactions/recent?limit=100']);

const wakingKey = (language: string) => `/server-waking?lang=${language}`;

/** Stores the waiting page and the scripts of notices, for when the server is away. */
export async function storeShell(scripts: string[], languages: string[]): Promise<void> {
  const open = await caches.open(OPEN);
  const paths = new Set(scripts);
  for (const language of languages) {
    // Without cookies the page has no personal data.
    const answer = await fetch('/server-waking', {
      credentials: 'omit',
      headers: { 'accept-language': language },
    });
    // The next page installs the worker again.
    if (!answer.ok) throw new Error(`status ${answer.status}`);
    const html = await answer.text();
    for (const [path] of html.matchAll(/\/_astro\/[\w.-]+/g)) paths.add(path);
    await open.put(wakingKey(language), copyOf(answer, html));
  }
  const files = await caches.open(FILES);
  await Promise.all(
    [...paths].map(async (path) => {
      const answer = await file(new Request(path));
      // Stored again, so that trimming does not remove files of this version first.
      if (answer.ok) await files.put(path, answer);
    }),
  );
}

/** A built file: its name changes with its content, so a stored one is never out of date. */
export async function file(request: Request): Promise<Response> {
  const files = await caches.open(FILES);
  const stored = await files.match(request, ANYHOW);
  if (stored) return stored;
  const answer = await fetch(request);
  if (answer.ok) {
    await files.put(request, answer.clone());
    await trim(files, MOST_FILES);
  }
  return answer;
}

/** Stores a page for its person, and deletes the pages of other people. */
export async function storePage(address: string, answer: Response): Promise<void> {
  const html = await answer.text();
  await noteLanguage(html);
  const [, marker = ''] = /<body data-session="([^"]*)"/.exec(html) ?? [];
  const [person, , ends, role] = marker.split(' ');
  const name = person ? `${SEEN}${person} ${role}` : '';
  // Pages without our layout do not show who is signed in.
  if (!html.includes('data-toasts')) return;
  for (const other of await caches.keys())
    if (other.startsWith(SEEN) && other !== name) await caches.delete(other);
  const { pathname } = new URL(address);
  if (hasTrait(pathname, 'not stored') || !(name || hasTrait(pathname, 'stored for all'))) return;
  const store = await caches.open(name || OPEN);
  await store.delete(address, ANYHOW);
  await store.put(address, copyOf(answer, html, ends));
  await trim(store, MOST_PAGES);
}

/** A stored page marked with its time; undefined if there is none, or its session has ended. */
export async function storedPage(address: string): Promise<Response | undefined> {
  for (const name of await caches.keys()) {
    if (name !== OPEN && !name.startsWith(SEEN)) continue;
    const stored = await (await caches.open(name)).match(address, ANYHOW);
    if (!stored) continue;
    const ends = Number(stored.headers.get('x-ends'));
    if (ends && ends < Date.now()) await caches.delete(name);
    else return markedAsSeen(stored);
  }
  return undefined;
}

export async function personOfPages(): Promise<string | undefined> {
  const name = (await caches.keys()).find((key) => key.startsWith(SEEN));
  return name?.slice(SEEN.length).split(' ')[0];
}

/** The API answers that forms need, from the server or else from the store. `ask` sends the request. */
export async function storedAnswer(
  request: Request,
  ask: (hasStored: boolean) => Promise<Response>,
): Promise<Response> {
  const name = (await caches.keys()).find((key) => key.startsWith(SEEN));
  const store = name === undefined ? undefined : await caches.open(name);
  const stored = await store?.match(request, ANYHOW);
  try {
    const answer = await ask(stored !== undefined);
    if (answer.ok && store) {
      await store.delete(request, ANYHOW);
      await store.put(request, answer.clone());
    }
    return answer;
  } catch (error) {
    if (!stored) throw error;
    // 203 shows `attempt` that the server did not answer.
    return new Response(stored.body, { status: 203, headers: stored.headers });
  }
}

export async function wakingPage(languages: readonly string[]): Promise<Response | undefined> {
  const open = await caches.open(OPEN);
  const last = await (await open.match('/last-language'))?.text();
  for (const language of [last, ...languages.map((tag) => tag.slice(0, 2)), 'en']) {
    const stored = language && (await open.match(wakingKey(language), ANYHOW));
    if (stored) return stored;
  }
  return undefined;
}

async function noteLanguage(html: string): Promise<void> {
  const [, language] = /<html lang="(\w+)"/.exec(html.slice(0, 200)) ?? [];
  if (language) await (await caches.open(OPEN)).put('/last-language', new Response(language));
}

async function markedAsSeen(stored: Response): Promise<Response> {
  let html = await stored.text();
  // A form may have been sent already: with its old key, another entry would count as the same one.
  for (const [, key = ''] of html.matchAll(/name="_key" value="([\w-]+)"/g))
    html = html.replaceAll(key, crypto.randomUUID());
  const time = stored.headers.get('x-seen');
  return new Response(html.replace('<html', `<html data-seen="${time}"`), { headers: stored.headers });
}

// The body is stored decoded. The title must not repeat the last action's message.
function copyOf({ headers }: Response, html: string, ends = ''): Response {
  const plain = html.replace(/<title data-plain="([^"]*)">[^<]*/, '<title>$1');
  const copy = new Response(plain, { headers });
  for (const name of ['content-encoding', 'content-length', 'set-cookie', 'etag']) copy.headers.delete(name);
  copy.headers.set('x-seen', String(Date.now()));
  copy.headers.set('x-ends', ends);
  return copy;
}

async function trim(store: Cache, most: number): Promise<void> {
  const keys = await store.keys();
  for (const oldest of keys.slice(0, Math.max(0, keys.length - most))) await store.delete(oldest);
}
