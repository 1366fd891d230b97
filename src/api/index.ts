import { Hono } from 'hono';
import type { CookieNames } from '../door/cookies.ts';
import type { DoorEnv } from '../door/visitor.ts';
import { accounts } from './accounts.ts';
import { balance } from './balance.ts';
import { categories } from './categories.ts';
import { refuseMethod } from './methods.ts';
import { sessions } from './sessions.ts';
import { transactions } from './transactions.ts';

/** The whole API under `/api/v1`: one file a group. */
export function createApi(names: CookieNames): Hono<DoorEnv> {
  const api = new Hono<DoorEnv>();
  api.route('/users', accounts(names));
  api.route('/users', sessions(names));
  api.route('/transactions', balance());
  api.route('/transactions', transactions());
  api.route('/categories', categories());
  api.all('*', (call) => refuseMethod(call, api));
  return api;
}
