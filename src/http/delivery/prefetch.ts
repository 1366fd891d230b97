import type { Call } from '../call.ts';
import { patternsWith } from '../pages/routes.ts';

export const RULES_PATH = '/links.speculationrules';

/** Which links a browser may fetch as soon as the pointer rests on them: no query, nothing that opens over the page. */
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

/** Every page from before a change that the browser has fetched ahead. */
const FETCHED_AHEAD = '"prefetchCache", "prerenderCache"';

const isPage = ({ status, headers }: Response) =>
  status === 200 && /^text\/html/i.test(headers.get('content-type') ?? '');

const savesBytes = ({ req, get }: Call) =>
  req.header('save-data')?.toLowerCase() === 'on' ||
  get('caller').viewer?.preferences.performance_mode === 'battery';

/**
 * Lets the browser of a signed-in person fetch pages ahead, unless they save data or battery. The header has an effect
 * in secure contexts alone, where `Clear-Site-Data` has one too: only there can a change discard what was fetched.
 */
export function offerPrefetch(call: Call): void {
  if (!call.get('caller')?.viewer || !isPage(call.res) || savesBytes(call)) return;
  call.res.headers.set('speculation-rules', JSON.stringify(RULES_PATH));
}

/** After a request that may have changed something, no page may be shown that was fetched before it. */
export function discardPrefetched({ res: { headers } }: Call): void {
  // The answer to signing out clears everything.
  if (!headers.has('clear-site-data')) headers.set('clear-site-data', FETCHED_AHEAD);
}

/**
 * Whether a page is fetched ahead that would show a message: it would be shown once there and once on the page that it
 * is meant for. Refused, the page is loaded when it is opened.
 */
export function wouldTakeMessage({ req }: Call, hasMessage: boolean): boolean {
  return hasMessage && /\bprefetch\b/.test(req.header('sec-purpose') ?? '');
}
