/// <reference lib="webworker" />
import { OFFLINE } from '../browser/core/names.ts';
import { sendEntries } from '../browser/core/offline/send.ts';
import { type Failure, failureOfError } from '../browser/core/request/attempts.ts';
import { SERVER_TIMEOUT, TIMEOUT } from '../browser/core/request/limits.ts';
import { SHARED_FILES } from '../browser/core/session/session-marker.ts';
import { SHARE_PATH, sharedTextAddress } from '../http/pages/share.ts';
import { LOCALES } from '../i18n/locales.ts';
import {
  file,
  personOfPages,
  STORED_ANSWERS,
  storedAnswer,
  storedPage,
  storePage,
  storeShell,
  wakingPage,
} from './cache-storage.ts';
import { openNotification, showNotification } from './notifications.ts';

/** Shows seen pages while the server is away, and keeps a page whose form cannot be sent (docs/decisions/0085). */

const scope = self as unknown as ServiceWorkerGlobalScope;

/** The scripts of notices and of the connection, by their built names. */
declare const SHELL: string[];

/** Paths whose answers are saved as files. */
const DOWNLOAD = /^\/(export\/download|api\/v1)(\/|$)/;

/** Whether the server has answered since this worker started. */
let isAwake = false;

scope.addEventListener('install', (event) => event.waitUntil(storeShell(SHELL, [...LOCALES])));
scope.addEventListener('activate', (event) => event.waitUntil(scope.clients.claim()));
// Fired when the connection is back, even without an open page; not in every browser.
scope.addEventListener('sync' as 'activate', (event) => event.waitUntil(sendQueue()));
scope.addEventListener('push', (event) => {
  const message = event.data?.json();
  if (message) event.waitUntil(showNotification(scope, message));
});
scope.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openNotification(scope, event.notification.data));
});
scope.addEventListener('message', ({ data }) => {
  if (data === 'take over') void scope.skipWaiting();
});

scope.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== scope.location.origin) return;
  if (request.mode === 'navigate') {
    // A new version takes over when a page is left, never while it is used.
    scope.registration.waiting?.postMessage('take over');
    if (request.method === 'POST' && url.pathname === SHARE_PATH) {
      event.respondWith(receiveShare(request));
      return;
    }
    // Downloads and uploads may take longer than a page: left to the browser.
    if (DOWNLOAD.test(url.pathname) || request.headers.get('content-type')?.startsWith('multipart/')) return;
    event.respondWith(request.method === 'GET' ? open(event, url) : send(request));
  } else if (request.method === 'GET' && url.pathname.startsWith('/_astro/')) {
    event.respondWith(file(request));
  } else if (request.method === 'GET' && STORED_ANSWERS.has(url.pathname + url.search)) {
    const ask = (hasStored: boolean) => answerTo(request, hasStored ? SERVER_TIMEOUT : TIMEOUT);
    event.respondWith(storedAnswer(request, ask));
  }
});

/** Sends the entries of the stored pages' person; rejects to make the browser call it again. */
async function sendQueue(): Promise<void> {
  const person = await personOfPages();
  if (!person) return;
  const sent = await navigator.locks.request(OFFLINE, () => sendEntries(person));
  const channel = new BroadcastChannel(OFFLINE);
  channel.postMessage(sent);
  channel.close();
  if (sent.isCut || sent.isLeft) throw new Error('Some entries are still stored here.');
}

/** Opens a page from the server, or as last seen, or else the waiting page. */
async function open(event: FetchEvent, url: URL): Promise<Response> {
  if (url.pathname === '/server-waking' && url.searchParams.has('return'))
    return (await wakingPage(navigator.languages)) ?? fetch(event.request);
  try {
    // The waiting page leads here once the server has answered.
    const hasAnswered = isAwake || event.request.referrer.includes('/server-waking');
    const answer = await answerTo(event.request, hasAnswered ? TIMEOUT : SERVER_TIMEOUT);
    // Not a download, which may be large.
    const isPage = answer.status === 200 && /^text\/html/.test(answer.headers.get('content-type') ?? '');
    if (isPage) event.waitUntil(storePage(url.href, answer.clone()));
    return answer;
  } catch (error) {
    const isDown = failureOfError(error) === 'network';
    const stored = isDown || isAwake ? await storedPage(url.href) : undefined;
    const back = encodeURIComponent(url.pathname + url.search);
    return stored ?? Response.redirect(`/server-waking?return=${back}`, 302);
  }
}

/** Sends a form. Without an answer the browser stays on its page, which shows why. */
async function send(request: Request): Promise<Response> {
  try {
    return await answerTo(request, TIMEOUT);
  } catch (error) {
    const failure: Failure = error instanceof Asleep ? 'server' : failureOfError(error);
    const pages = await scope.clients.matchAll({ type: 'window' });
    // Other tabs did not send it.
    const focused = pages.filter((page) => page.focused);
    for (const page of focused.length > 0 ? focused : pages) page.postMessage(failure);
    return new Response(null, { status: 204 });
  }
}

/** A proxy in front of the server reports that it is away. */
class Asleep extends Error {
  override readonly name = 'TimeoutError';
}

async function answerTo(request: Request, milliseconds: number): Promise<Response> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const pending = fetch(request);
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => {
      fail(new DOMException('', 'TimeoutError'));
      void drop(pending);
    }, milliseconds);
  });
  const answer = await Promise.race([pending, late]).finally(() => clearTimeout(timer));
  // Our answers have a request id; a redirect that the browser follows hides its headers.
  const isOurs = answer.type === 'opaqueredirect' || answer.headers.has('x-request-id');
  if (answer.status >= 500 && !isOurs) throw new Asleep();
  isAwake ||= isOurs;
  return answer;
}

// Discards a late answer. A signal of our own would create another request, without the headers that show its origin
// and that it is a prefetch; the browser's own signal ends it when the person leaves.
async function drop(pending: Promise<Response>): Promise<void> {
  await (await pending.catch(() => null))?.body?.cancel();
}

/** Takes what another app shares; it comes from outside, so only the page's own form sends it on. */
async function receiveShare(request: Request): Promise<Response> {
  const form = await request.formData();
  const files = form.getAll('file').filter((file) => file instanceof File && file.size > 0) as File[];
  if (files.length === 0) return Response.redirect(sharedTextAddress(form), 303);
  await caches.delete(SHARED_FILES);
  const store = await caches.open(SHARED_FILES);
  for (const [index, file] of files.entries())
    await store.put(
      `/share/${index}`,
      new Response(file, { headers: { 'x-name': encodeURIComponent(file.name) } }),
    );
  return Response.redirect('/import?shared', 303);
}
