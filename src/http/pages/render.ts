import { waitingUsers } from '../../domain/admin/users/list.ts';
import { type CookieNames, cookie } from '../authentication/cookies.ts';
import type { Call, PageError } from '../call.ts';
import { isFresh } from '../delivery/deliver.ts';
import { wouldTakeMessage } from '../delivery/prefetch.ts';
import { extendPolicy } from '../delivery/security-headers.ts';
import { pageLocals } from './locals.ts';
import { pageTag } from './page-tag.ts';
import { addressOf } from './return-to.ts';
import { hasTrait } from './routes.ts';

/** With a `policy` Astro need not compute one. */
type Render = (call: Call, options: { locals: App.Locals; policy: string | null }) => Promise<Response>;

const POLICY = 'content-security-policy';

/** Pages rendered by Astro unless the browser has them already. `build` differs between builds. */
export function createPages(names: CookieNames, build: string, render: Render) {
  let policy: string | null = null;

  async function renderPage(call: Call): Promise<Response> {
    const locals = pageLocals(call, names);
    if (wouldTakeMessage(call, locals.flash !== null)) return new Response(null, { status: 503 });
    const page = await render(call, { locals, policy });
    const { thrown, foreignSources } = call.get('pageOutcome');
    if (thrown) throw thrown;
    if (locals.flash && isSeen(call, page)) call.get('setCookies').unshift(cookie(names, names.flash, '', 0));
    if (policy) page.headers.set(POLICY, policy);
    allowSources(page.headers, foreignSources);
    return page;
  }

  return {
    async render(call: Call): Promise<Response> {
      const isRead = ['GET', 'HEAD'].includes(call.req.method) && !call.get('pageError');
      // Without the built pages' policy, as in development, every page is rendered.
      const caller = call.get('caller');
      const { viewer, context } = caller;
      const isTagged = viewer && isRead && hasTrait(call.req.path, 'tagged');
      const waiting = isTagged ? await waitingUsers({ ...context, viewer }) : [];
      const ids = waiting.map(({ id }) => id);
      const tag = policy && isRead ? pageTag(new URL(call.req.url), caller, names, build, ids) : null;
      if (tag && isFresh(call.req.raw, tag)) return notModified(tag, policy ?? '');
      const page = await renderPage(call);
      if (tag && page.status === 200) page.headers.set('etag', tag);
      return page;
    },
    /** Uses one page's policy for all: it lists Astro's scripts, which are the same on every page. */
    setPolicyFrom(page: Response): void {
      policy = page.headers.get(POLICY);
    },
  };
}

// Neither a redirect nor a page fetched by a script shows a message.
function isSeen({ req }: Call, { status }: Response): boolean {
  const open = req.header('in-place');
  return (status < 300 || status >= 400) && (open === undefined || open === addressOf(new URL(req.url)));
}

// A 304's headers replace those stored with the page.
function notModified(etag: string, policy: string): Response {
  return new Response(null, { status: 304, headers: { etag, vary: 'accept-encoding', [POLICY]: policy } });
}

// Other sites learn which site loads from them, but not which page.
function allowSources(headers: Headers, sources: Record<string, string> | null): void {
  const policy = headers.get(POLICY);
  if (!sources || !policy) return;
  headers.set(POLICY, extendPolicy(policy, sources));
  headers.set('referrer-policy', 'strict-origin-when-cross-origin');
}

/** The page of a pipeline error; an error about a file is shown beside its field. */
export function errorPagePath(path: string, { code }: Pick<PageError, 'code'>): string {
  if (code === 'MAINTENANCE_MODE') return '/maintenance';
  const concernsFile = code === 'PAYLOAD_TOO_LARGE' || code === 'SERVICE_UNAVAILABLE';
  return concernsFile && (hasTrait(path, 'picture') || hasTrait(path, 'file')) ? path : '/refused';
}

/**
 * What shows the page of unknown addresses, null for all others: NUL, at which PostgreSQL fails, what Astro cannot decode
 * and logs as an error, and Astro's own names, those of its error pages and of endpoints for images, actions and islands,
 * which Pruta does not have.
 */
export function insteadOf(path: string): string | null {
  return /\0|%00|%(?:25){10}|^\/+_|^\/+(404|500)\/*$/.test(path) || !isDecodable(path) ? '/not-found' : null;
}

function isDecodable(path: string): boolean {
  try {
    // The bundler removes a call whose result is not used.
    return decodeURI(path) !== '';
  } catch {
    return false;
  }
}
