import { Hono } from 'hono';
import * as v from 'valibot';
import type { CookieNames } from '../http/authentication/cookies.ts';
import type { HttpEnv } from '../http/call.ts';
import { admin } from './admin.ts';
import { analytics } from './analytics.ts';
import { balance } from './balance.ts';
import { bankImports } from './bank-imports.ts';
import { budgets, goals } from './budgets.ts';
import { bulk } from './bulk.ts';
import { categories } from './categories.ts';
import { type Endpoints, plainEndpoint } from './endpoint.ts';
import { exchange } from './exchange.ts';
import { exports } from './export.ts';
import { insights } from './insights.ts';
import { refuseMethod, requireOwnMethod } from './methods.ts';
import { moneyAccounts } from './money-accounts.ts';
import { onboarding } from './onboarding.ts';
import type { OpenApi } from './openapi/document.ts';
import { performanceFigures } from './performance.ts';
import { recurring } from './recurring.ts';
import { calendarFeeds, reminders } from './reminders.ts';
import { rules } from './rules.ts';
import { siteSettings } from './site-settings.ts';
import { templates } from './templates.ts';
import { transactions } from './transactions.ts';
import { transfers } from './transfers.ts';
import { emails } from './users/emails.ts';
import { authStatus, google } from './users/google.ts';
import { passwords } from './users/passwords.ts';
import { pictures } from './users/pictures.ts';
import { sessions } from './users/sessions.ts';
import { twoFactor } from './users/two-factor.ts';
import { accounts } from './users/users.ts';

export function createApi(names: CookieNames): Hono<HttpEnv> {
  const api = new Hono<HttpEnv>();
  const groups: [prefix: string, endpoints: Endpoints][] = [
    ['/users', accounts(names)],
    ['/users', google(names)],
    ['/users', emails],
    ['/users', passwords],
    ['/users', pictures],
    ['/users', sessions(names)],
    ['/users', twoFactor],
    ['/users', reminders],
    ['/calendar', calendarFeeds],
    ['/auth-status', authStatus],
    ['/onboarding', onboarding],
    ['/transactions', balance],
    ['/transactions', bulk],
    ['/transactions', insights],
    ['/transactions', recurring],
    ['/transactions/templates', templates],
    ['/transactions', transactions],
    ['/analytics', analytics],
    ['/categories', categories],
    ['/accounts', moneyAccounts],
    ['/transfers', transfers],
    ['/rules', rules],
    ['/budgets', budgets],
    ['/goals', goals],
    ['/imports', bankImports],
    ['/admin', siteSettings],
    ['/exchange', exchange],
    ['/admin', admin],
    ['/performance', performanceFigures],
    ['/export', exports],
    ['', description(() => documentOf(api, names))],
  ];
  api.use((call, next) => {
    requireOwnMethod(call, api);
    return next();
  });
  for (const [prefix, endpoints] of groups)
    for (const [name, handler] of Object.entries(endpoints)) {
      const [method = '', path = ''] = name.split(' ');
      api.on(method, path === '/' ? prefix : prefix + path, handler);
    }
  api.all('*', (call) => refuseMethod(call, api));
  return api;
}

function description(document: () => Promise<OpenApi>): Endpoints {
  let text: string | undefined;
  return {
    'GET /openapi.json': plainEndpoint({
      summary: 'Get this description as OpenAPI 3.1',
      open: true,
      sends: { type: 'application/json', shape: v.looseObject({ openapi: v.string() }) },
      async respond(call) {
        text ??= JSON.stringify(await document());
        return call.body(text, 200, {
          'content-type': 'application/json',
          'cache-control': 'public, no-cache',
        });
      },
    }),
  };
}

export function describedApi(names: CookieNames): Promise<OpenApi> {
  return documentOf(createApi(names), names);
}

// The code that describes schemas is loaded on the first request for it.
async function documentOf(api: Hono<HttpEnv>, names: CookieNames): Promise<OpenApi> {
  const { describeApi } = await import('./openapi/document.ts');
  return describeApi(api, names);
}
