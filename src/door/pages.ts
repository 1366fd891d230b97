import type { Context as HonoContext } from 'hono';
import type { App } from '../domain/context.ts';
import { widened } from './content-policy.ts';
import type { CookieNames } from './cookies.ts';
import { wholeBody } from './deliver.ts';
import { createKeptPages, keptPageName } from './kept-pages.ts';
import { pageLocals } from './page-locals.ts';
import type { DoorEnv } from './visitor.ts';

type Call = HonoContext<DoorEnv>;

/** Makes a page; with a `policy` it need not work out one of its own. */
type Render = (call: Call, given: { locals: App.Locals; policy: string | null }) => Promise<Response>;

const POLICY = 'content-security-policy';

// What comes from elsewhere has to be told which site asks for it, but never which page.
function admit(headers: Headers, sources: Record<string, string> | null): void {
  const policy = headers.get(POLICY);
  if (!sources || !policy) return;
  headers.set(POLICY, widened(policy, sources));
  headers.set('referrer-policy', 'strict-origin-when-cross-origin');
}

/** Pages behind the front door: made by the framework, or sent again as they were where they said that they may be. */
export function createPages(app: App, names: CookieNames, render: Render) {
  const kept = createKeptPages();
  let policy: string | null = null;

  async function make(call: Call): Promise<Response> {
    const page = await render(call, { locals: pageLocals(call, app, names), policy });
    const fault = call.get('fault');
    if (fault) throw fault;
    if (policy) page.headers.set(POLICY, policy);
    admit(page.headers, call.get('sources'));
    return page;
  }

  // Before the built product has settled its policy (while developing, say) every page is made anew.
  function nameOf(call: Call): string | null {
    const visitor = call.get('visitor');
    if (!policy || call.get('refusal') || call.req.method !== 'GET' || visitor.cookies[names.flash])
      return null;
    const { pathname, search } = new URL(call.req.url);
    return keptPageName(pathname + search, visitor, [names.theme]);
  }

  return {
    async answer(call: Call): Promise<Response> {
      const name = nameOf(call);
      const before = name && kept.find(name);
      if (before) {
        call.set('body', before.body);
        return new Response('', { headers: before.headers });
      }
      call.set('mayKeep', false);
      const page = await make(call);
      if (!name || !call.get('mayKeep') || page.status !== 200) return page;
      const body = await wholeBody(page);
      const headers = [...page.headers].filter(([header]) => header !== 'content-length');
      kept.keep(name, { headers, body });
      call.set('body', body);
      return new Response('', { headers });
    },
    /** Takes the policy from the first page: it lists the framework's own scripts, the same ones on every page. */
    settle(first: Response): void {
      policy = first.headers.get(POLICY);
    },
  };
}
