import type { AstroGlobal } from 'astro';

/** The longest address that an answer leads to, in letters: programs refuse an answer with more than 8 kB of headers. */
const LONGEST_ADDRESS = 6000;

/** A redirect's address without the query that would make it too long; `/` where its path is too long by itself. */
export function boundedAddress(address: string): string {
  if (address.length <= LONGEST_ADDRESS) return address;
  const [path = ''] = address.split('?');
  return path.length <= LONGEST_ADDRESS ? path : '/';
}

/** A page of our own to return to; anything that could lead to another site, or is too long to, becomes `/`. */
export function returnTo(wanted: string | null | undefined): string {
  if (wanted && wanted.length > LONGEST_ADDRESS) return '/';
  if (!wanted?.startsWith('/') || !/^[\x21-\x7e]+$/.test(wanted) || /^\/[/\\]|\\|%5c|%0[ad]/i.test(wanted))
    return '/';
  const address = new URL(wanted, 'http://pruta.invalid');
  // The parser has removed dot segments: `/.//elsewhere` has become the name of another host.
  const isOurs = address.host === 'pruta.invalid' && !address.pathname.startsWith('//');
  return isOurs ? `${address.pathname}${address.search}` : '/';
}

/** The page of ours that linked to this one; `/` if the browser names none, or another one. */
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

/** The page before settings that every page leads to: the one that their form or address names, or the referrer. */
export function pageBefore({
  url,
  request,
  locals,
}: Pick<AstroGlobal, 'url' | 'request' | 'locals'>): string {
  const sent = locals.form?.get('return') ?? url.searchParams.get('return') ?? referrerOf(request, url);
  const back = returnTo(String(sent));
  return back.startsWith(url.pathname) ? '/' : back;
}

/** The page to return to after a form: the one that `return` in its address names, otherwise the list. */
export function backFrom({ searchParams }: URL, otherwise = '/transactions'): string {
  const wanted = searchParams.get('return');
  return wanted ? returnTo(wanted) : otherwise;
}

/** The page's own address for its form: without one, w3m sends a form to the address without its query. */
export function addressOf({ pathname, search }: URL): string {
  return pathname + search;
}

/** The query with which a form's page leads back to another one; empty for the page to which it leads anyway. */
export function returnQuery(back: string | undefined, otherwise = '/transactions'): string {
  return back && back !== otherwise ? `?return=${encodeURIComponent(back)}` : '';
}

/** Whether a script asks for a page to show it in a panel: one with a view for panels then leads there. */
export function isForPanel({ headers }: Request): boolean {
  return headers.has('in-panel');
}
