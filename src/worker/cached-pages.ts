import { hasTrait } from '../http/pages/routes.ts';

/** The caches of the worker. What belongs to a person has a name that begins with `seen`: see `forgetSession`. */
const FILES = 'files';
const OPEN = 'open';
const SEEN = 'seen ';

/** The cookies and encodings of a request make no other page of it here: a store has one person. */
const ANYHOW = { ignoreVary: true };

/** How many files are stored: those of two versions, so that a page of the former one still finds its own. */
const MOST_FILES = 400;
/** How many pages of a person. */
const MOST_PAGES = 60;

/** Where the page of the server that says it wakes up is stored, by language. */
const wakingKey = (language: string) => `/server-waking?lang=${language}`;

/** Stores what is needed while the server is away: the page that waits for it, and the scripts of notices. */
export async function storeShell(scripts: string[], languages: string[]): Promise<void> {
  const open = await caches.open(OPEN);
  const found = new Set(scripts);
  for (const language of languages) {
    // Without cookies it has nothing of a person.
    const answer = await fetch('/server-waking', {
      credentials: 'omit',
      headers: { 'accept-language': language },
    });
    // The next page installs it again.
    if (!answer.ok) throw new Error(`status ${answer.status}`);
    const html = await answer.text();
    for (const [path] of html.matchAll(/\/_astro\/[\w.-]+/g)) found.add(path);
    await open.put(wakingKey(language), copyOf(answer, html));
  }
  const files = await caches.open(FILES);
  await Promise.all(
    [...found].map(async (path) => {
      const answer = await file(new Request(path));
      // Stored anew, a file of this version is not the oldest when the store is trimmed.
      if (answer.ok) await files.put(path, answer);
    }),
  );
}

/** A built file: its name changes with its content, so that a stored one is never out of date. */
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

/** Stores a page that the server has just sent, for its person alone; the pages of anybody else are deleted. */
export async function storePage(address: string, answer: Response): Promise<void> {
  const html = await answer.text();
  await noteLanguage(html);
  const [, marker = ''] = /<body data-session="([^"]*)"/.exec(html) ?? [];
  const [person, , ends, role] = marker.split(' ');
  const name = person ? `${SEEN}${person} ${role}` : '';
  // Pages without our layout say nothing about who is signed in.
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

/** A stored page with the time that it is from; undefined if there is none, or its session has ended since. */
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

/** The id of the person whose pages are stored; undefined for nobody. */
export async function personOfPages(): Promise<string | undefined> {
  const name = (await caches.keys()).find((each) => each.startsWith(SEEN));
  return name?.slice(SEEN.length).split(' ')[0];
}

/**
 * What forms need: as the server has it now, or else as it was when this person saw a page last.
 * @param ask asks the server, for less long where there is an earlier answer
 */
export async function known(
  request: Request,
  ask: (hasStored: boolean) => Promise<Response>,
): Promise<Response> {
  const name = (await caches.keys()).find((each) => each.startsWith(SEEN));
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
    // No answer of the server: see `attempt`.
    return new Response(stored.body, { status: 203, headers: stored.headers });
  }
}

/** The page that waits for the server, in the language of the browser. */
export async function wakingPage(languages: readonly string[]): Promise<Response | undefined> {
  const open = await caches.open(OPEN);
  const last = await (await open.match('/last-language'))?.text();
  for (const language of [last, ...languages.map((each) => each.slice(0, 2)), 'en']) {
    const stored = language && (await open.match(wakingKey(language), ANYHOW));
    if (stored) return stored;
  }
  return undefined;
}

// For the page that waits for the server.
async function noteLanguage(html: string): Promise<void> {
  const [, language] = /<html lang="(\w+)"/.exec(html.slice(0, 200)) ?? [];
  if (language) await (await caches.open(OPEN)).put('/last-language', new Response(language));
}

async function markedAsSeen(stored: Response): Promise<Response> {
  let html = await stored.text();
  // A form of it may have been sent already: its key would make another entry the same one.
  for (const [, key = ''] of html.matchAll(/name="_key" value="([\w-]+)"/g))
    html = html.replaceAll(key, crypto.randomUUID());
  const time = stored.headers.get('x-seen');
  return new Response(html.replace('<html', `<html data-seen="${time}"`), { headers: stored.headers });
}

// What the browser has decoded is stored decoded. What the title said of the last act is not said again.
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
