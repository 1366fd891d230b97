import type { Call } from '../call.ts';
import { patternsWith } from '../pages/routes.ts';

export const RULES_PATH = '/links.speculationrules';

/** Links that a browser may fetch on hover: without a query, and not opening over the page. */
const RULES = JSON.stringify({
  prefetch: [
    {
      where: {
        and: [
          { href_matches: '/*' },
          { not: { href_matches: ['/*\\?(.+)', ...patternsWith('not ahead')] } },
          { not: { selector_matches: '[download],[target],[data-transaction],[data-panel]' } },
        ],
      },
      eagerness: 'moderate',
    },
  ],
});

export function sendRules(call: Call): Response {
  return call.body(RULES, 200, {
    'content-type': 'application/speculationrules+json',
    'cache-control': 'public, max-age=3600',
  });
}

/** Pages that the browser fetched before a change. */
const FETCHED_AHEAD = '"prefetchCache", "prerenderCache"';

const isPage = ({ status, headers }: Response) =>
  status === 200 && /^text\/html/i.test(headers.get('content-type') ?? '');

const savesBytes = ({ req, get }: Call) =>
  req.header('save-data')?.toLowerCase() === 'on' ||
  get('caller').viewer?.preferences.performance_mode === 'battery';

/**
 * Lets browsers of signed-in people prefetch pages, unless they save data or battery. Works in secure contexts only, as
 * does the `Clear-Site-Data` that discards pages after a change.
 */
export function offerPrefetch(call: Call): void {
  if (!call.get('caller')?.viewer || !isPage(call.res) || savesBytes(call)) return;
  call.res.headers.set('speculation-rules', JSON.stringify(RULES_PATH));
}

/** After a request that may have changed something, no page fetched before it may be shown. */
export function discardPrefetched({ res: { headers } }: Call): void {
  // Signing out already clears everything.
  if (!headers.has('clear-site-data')) headers.set('clear-site-data', FETCHED_AHEAD);
}

/**
 * Whether a prefetch would consume a message, which would then appear twice. The refused page loads when it is opened.
 */
export function wouldTakeMessage({ req }: Call, hasMessage: boolean): boolean {
  return hasMessage && /\bprefetch\b/.test(req.header('sec-purpose') ?? '');
}
