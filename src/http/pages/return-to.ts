import type { AstroGlobal } from 'astro';

/** In characters: programs refuse answers with more than 8 kB of headers. */
const LONGEST_ADDRESS = 6000;

/** Drops a query that makes the address too long; `/` if the path alone is too long. */
export function boundedAddress(address: string): string {
  if (address.length <= LONGEST_ADDRESS) return address;
  const [path = ''] = address.split('?');
  return path.length <= LONGEST_ADDRESS ? path : '/';
}

/** A page of ours; anything too long or that could lead to another site becomes `/`. */
export function returnTo(path: string | null | undefined): string {
  if (path && path.length > LONGEST_ADDRESS) return '/';
  if (!path?.startsWith('/') || !/^[\x21-\x7e]+$/.test(path) || /^\/[/\\]|\\|%5c|%0[ad]/i.test(path))
    return '/';
  const address = new URL(path, 'http://pruta.invalid');
  // The parser removes dot segments: `/.//elsewhere` becomes the name of another host.
  const isOurs = address.host === 'pruta.invalid' && !address.pathname.startsWith('//');
  return isOurs ? `${address.pathname}${address.search}` : '/';
}

/** Our page that linked here; `/` if the browser names none or another site. */
export function referrerPage(request: Request, url: URL): string {
  const before = referrerOf(request, url);
  return /^\/(login|register)\b/.test(before) || before.split('?')[0] === url.pathname
    ? '/'
    : returnTo(before);
}

function referrerOf({ headers }: Request, { host }: URL): string {
  const referrer = headers.get('referer') ?? '';
  if (!URL.canParse(referrer)) return '/';
  const before = new URL(referrer);
  return before.host === host ? before.pathname + before.search : '/';
}

/** The page before settings: named by the form or address, or the referrer. */
export function pageBefore({
  url,
  request,
  locals,
}: Pick<AstroGlobal, 'url' | 'request' | 'locals'>): string {
  const address = locals.form?.get('return') ?? url.searchParams.get('return') ?? referrerOf(request, url);
  const back = returnTo(String(address));
  return back.startsWith(url.pathname) ? '/' : back;
}

/** The page to return to after a form: `return` in the address, otherwise the list. */
export function backFrom({ searchParams }: URL, otherwise = '/transactions'): string {
  const address = searchParams.get('return');
  return address ? returnTo(address) : otherwise;
}

/** A form needs an address, since w3m otherwise sends it to the page's address without the query. */
export function addressOf({ pathname, search }: URL): string {
  return pathname + search;
}

/** Makes a form's page return to `back`; empty if it returns there anyway. */
export function returnQuery(back: string | undefined, otherwise = '/transactions'): string {
  return back && back !== otherwise ? `?return=${encodeURIComponent(back)}` : '';
}

/** Whether a script fetches the page for a panel: a page with a panel view then redirects to it. */
export function isForPanel({ headers }: Request): boolean {
  return headers.has('in-panel');
}
