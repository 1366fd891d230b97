import { Hono } from 'hono';
import type { CookieNames } from '../http/authentication/cookies.ts';
import type { HttpEnv } from '../http/call.ts';
import { accounts } from './accounts/accounts.ts';
import { emails } from './accounts/emails.ts';
import { authStatus, google } from './accounts/google.ts';
import { passwords } from './accounts/passwords.ts';
import { pictures } from './accounts/pictures.ts';
import { sessions } from './accounts/sessions.ts';
import { admin } from './admin.ts';
import { analytics } from './analytics.ts';
import { balance } from './balance.ts';
import { bulk } from './bulk.ts';
import { categories } from './categories.ts';
import type { OpenApi } from './description/document.ts';
import { description } from './description/route.ts';
import { exchange } from './exchange.ts';
import { exports } from './export.ts';
import { insights } from './insights.ts';
import { refuseMethod } from './methods.ts';
import { onboarding } from './onboarding.ts';
import { performanceFigures } from './performance.ts';
import { recurring } from './recurring.ts';
import { siteSettings } from './site-settings.ts';
import { templates } from './templates.ts';
import { transactions } from './transactions.ts';

/** The whole API under `/api/v1`: one file a group. */
export function createApi(names: CookieNames): Hono<HttpEnv> {
  const api = new Hono<HttpEnv>();
  api.route('/users', accounts(names));
  api.route('/users', google(names));
  api.route('/users', emails());
  api.route('/users', passwords());
  api.route('/users', pictures());
  api.route('/users', sessions(names));
  api.route('/auth-status', authStatus());
  api.route('/onboarding', onboarding());
  api.route('/transactions', balance());
  api.route('/transactions', bulk());
  api.route('/transactions', insights());
  api.route('/transactions', recurring());
  api.route('/transactions/templates', templates());
  api.route('/transactions', transactions());
  api.route('/analytics', analytics());
  api.route('/categories', categories());
  api.route('/admin', siteSettings());
  api.route('/exchange', exchange());
  api.route('/admin', admin());
  api.route('/performance', performanceFigures());
  api.route('/export', exports());
  api.route(
    '/',
    description(() => documentOf(api, names)),
  );
  api.all('*', (call) => refuseMethod(call, api));
  return api;
}

/** The whole API as text, for the page that shows it to people. */
export function describedApi(names: CookieNames): Promise<OpenApi> {
  return documentOf(createApi(names), names);
}

// The code that describes schemas is loaded when the description is first requested.
async function documentOf(api: Hono<HttpEnv>, names: CookieNames): Promise<OpenApi> {
  const { describeApi } = await import('./description/document.ts');
  return describeApi(api, names);
}
