import * as v from 'valibot';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Description, descriptionOf } from '../../src/api/endpoint.ts';
import { createApi, describedApi } from '../../src/api/index.ts';
import { fieldsOf, openPath } from '../../src/api/openapi/operation.ts';
import type { Role } from '../../src/db/tables.ts';
import { newId } from '../../src/domain/id.ts';
import { FIRST_ACCOUNT } from '../../src/domain/money-accounts/first-account.ts';
import { cookieNames } from '../../src/http/authentication/cookies.ts';
import { check } from '../../src/http/input.ts';
import { createTestApp, type Reply } from '../support/app.ts';
import { bankImports, csv } from '../support/bank-imports.ts';
import { onSqlite } from '../support/databases.ts';
import { errorsOf, resolved, type Schema } from '../support/json-schema.ts';
import {
  categoriesOf,
  createMember,
  type Member,
  newEmail,
  record,
  registration,
} from '../support/members.ts';
import { formWith, picture } from '../support/pictures.ts';
import { BROWSER_KEYS } from '../support/push-service.ts';
import { storeRates } from '../support/rate-provider.ts';
import { makeTemplate, occurrencesOf } from '../support/templates.ts';

const NAMES = cookieNames(false);
const document = await describedApi(NAMES);

const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    name: `${method.toUpperCase()} ${path}`,
    method: method.toUpperCase(),
    path,
    operation,
  })),
);

type Operation = (typeof operations)[number];

const descriptions = new Map<string, Description>();
for (const { method, path, handler } of createApi(NAMES).routes) {
  const description = descriptionOf(handler);
  if (description) descriptions.set(`${method} ${openPath(path)}`, description);
}

/** For bodies that need current data, where the description's example does not fit. */
const BODIES: Record<string, (member: Member) => unknown> = {
  'POST /users/register': () => registration(),
  'POST /users/login': ({ email, password }) => ({ email, password }),
  'POST /users/refresh-token': ({ refreshToken }) => ({ refreshToken }),
  'DELETE /users/account': ({ password }) => ({ password }),
  'POST /users/unlink-google': ({ password }) => ({ password }),
  'POST /users/unlink-oidc': ({ password }) => ({ password }),
  'POST /users/change-email': ({ password }) => ({ email: newEmail(), password }),
  'POST /users/two-factor/start': ({ password }) => ({ password }),
  'POST /users/tokens': ({ password }) => ({ name: 'Bank', scope: 'import', password }),
  'POST /users/change-password': ({ password }) => ({
    currentPassword: password,
    newPassword: 'correct-horse-10',
  }),
  'POST /transactions/templates/{id}/skip': () => ({ dates: ['2026-07-20'] }),
};

const QUERIES: Record<string, string> = {
  'GET /exchange/convert': '?from=usd&to=ILS&amount=12.5',
  'DELETE /imports/accounts': '?key=csv',
};

/** Calls whose example is refused, because a valid one needs earlier steps; their own tests cover those. */
const REFUSED: Record<string, string> = {
  'POST /users/verify-email': 'TOKEN_INVALID',
  'POST /users/password-reset': 'TOKEN_INVALID',
  'POST /users/confirm-email': 'TOKEN_INVALID',
  'POST /users/undo-email-change': 'TOKEN_INVALID',
  'POST /users/set-password': 'PASSWORD_EXISTS',
  'POST /users/login/two-factor': 'CODE_INVALID',
  'POST /users/two-factor/confirm': 'SECOND_FACTOR_OFF',
  'POST /users/two-factor/disable': 'SECOND_FACTOR_OFF',
  'POST /users/two-factor/recovery-codes': 'SECOND_FACTOR_OFF',
  'POST /users/google-auth': 'GOOGLE_DISABLED',
  'POST /users/auth/google': 'GOOGLE_DISABLED',
  'POST /users/link-google': 'GOOGLE_DISABLED',
  'POST /transactions/restore': 'NOT_FOUND',
  'POST /transactions/insights/not-duplicates': 'NOT_FOUND',
  'DELETE /transactions/insights/not-duplicates': 'NOT_FOUND',
  'DELETE /imports/accounts': 'NOT_FOUND',
  'POST /transfers': 'NOT_FOUND',
  'POST /transactions/transfer': 'NOT_FOUND',
  'POST /transfers/candidates/join': 'NOT_FOUND',
  'POST /rules/order': 'NOT_FOUND',
  'POST /budgets': 'NOT_FOUND',
  'POST /transfers/candidates/dismiss': 'NOT_FOUND',
};

const FIRST = { accountId: FIRST_ACCOUNT };

/** A placeholder in examples for the id of an existing row. */
const SOME_ID = '0197a000-0000-7000-8000-000000000000';

/** As the address names the kind of what has the id. */
const kindOf = (path: string) =>
  /^\/(?:users\/)?(\w+(?:\/(?:templates|recurring|upcoming))?)/.exec(path)?.[1] ?? '';

function undescribed({ operation }: Operation, { status, text, headers }: Reply<unknown>): string[] {
  const response = operation.responses[status];
  if (!response) return [`${status} is not described: ${text}`];
  const content = resolved(document, response).content as Record<string, { schema?: Schema }> | undefined;
  const type = headers.get('content-type')?.split(';')[0] ?? '';
  if (!content?.[type]) return [`${type} is not described for ${status}`];
  const { schema } = content[type];
  // Only our own envelope must describe all fields; other answers may follow another standard.
  const isEnveloped = Boolean(schema && 'properties' in schema && (schema.properties as Schema).success);
  return schema ? errorsOf(document, schema, JSON.parse(text), 'it', isEnveloped) : [];
}

test('a description that does not match is detected', () => {
  const schema = { $ref: '#/components/schemas/Day' };
  const day = { date: '2026-06-15', income: 1, expenses: 0, net: 1 };
  expect(errorsOf(document, schema, day)).toEqual([]);
  expect(errorsOf(document, schema, { ...day, date: '2026-02-30' })).toEqual(['it.date is no date']);
  expect(errorsOf(document, schema, { ...day, net: '1' })).toEqual(['it.net is no number']);
  expect(errorsOf(document, schema, { ...day, more: 1 })).toEqual(['it.more is not described']);
  expect(errorsOf(document, schema, { date: day.date, income: 1, expenses: 0 })).toEqual(['it has no net']);
});

// What a description says has no SQL: other tests ask the same calls on both engines.
onSqlite((engine) => {
  const testApp = createTestApp(engine);
  async function tokenOf(as: Member) {
    const body = { name: 'Bank', scope: 'read', password: as.password };
    const { data } = await testApp.call<{ token: { id: string } }>('POST', '/users/tokens', { as, body });
    return data.token.id;
  }

  async function passkeyOf({ id: user_id }: Member): Promise<string> {
    const id = newId(new Date());
    const key = { credential_id: 'x', public_key: 'x', transports: '[]', counter: 0, name: 'Phone' };
    const row = { user_id, id, ...key, created_at: new Date().toISOString(), last_used_at: null };
    await engine.db.insertInto('passkeys').values(row).execute();
    return id;
  }

  async function sessionOf(as: Member): Promise<string | undefined> {
    const { data } = await testApp.call<{ sessions: { id: string }[] }>('GET', '/users/sessions', { as });
    return data.sessions[0]?.id;
  }

  async function anotherAccount(as: Member, name: string, more: object = { kind: 'cash' }): Promise<string> {
    const body = { name, ...more };
    const { data } = await testApp.call<{ account: { id: string } }>('POST', '/accounts', { as, body });
    return data.account.id;
  }

  const cardOf = (as: Member) => anotherAccount(as, 'Card', { kind: 'credit_card', paysFrom: FIRST_ACCOUNT });

  async function transferTo(as: Member, toAccountId: string): Promise<string> {
    const body = { fromAccountId: FIRST_ACCOUNT, toAccountId, amount: 5 };
    const { data } = await testApp.call<{ transfer: { id: string } }>('POST', '/transfers', { as, body });
    return data.transfer.id;
  }

  async function ruleOf(as: Member): Promise<string> {
    const body = {
      conditions: [
        { field: 'text', operator: 'contains', value: 'bread' },
        { field: 'amount', operator: 'between', value: [1, null] },
      ],
      actions: { notes: 'loaf' },
    };
    const { data } = await testApp.call<{ rule: { id: string } }>('POST', '/rules', { as, body });
    return data.rule.id;
  }

  async function budgetOf(as: Member): Promise<string> {
    const category = (await categoriesOf(testApp, as)).find(({ type }) => type === 'expense');
    const body = { category_ids: [category?.id], amount: 800 };
    const { data } = await testApp.call<{ budget: { id: string } }>('POST', '/budgets', { as, body });
    return data.budget.id;
  }

  async function goalOf(as: Member): Promise<string> {
    const body = { name: 'Bicycle', amount: 2500 };
    const { data } = await testApp.call<{ goal: { id: string } }>('POST', '/goals', { as, body });
    return data.goal.id;
  }

  async function browserOf(as: Member): Promise<string | undefined> {
    const keys = BROWSER_KEYS;
    const body = { endpoint: 'https://fcm.googleapis.com/made-up', keys };
    const { data } = await testApp.call<{ devices: { id: string }[] }>('POST', '/users/push', { as, body });
    return data.devices[0]?.id;
  }

  async function calendarOf(as: Member): Promise<string | undefined> {
    type Made = { calendar: { url: string } };
    const { data } = await testApp.call<Made>('POST', '/users/calendar', { as, body: {} });
    return data.calendar.url.split('/').at(-1);
  }

  const scoped = new Map<string, Promise<string>>();
  const makeToken = async (scope: string) => {
    const as = await createMember(testApp);
    const body = { name: 'Program', scope, password: as.password };
    return (await testApp.call<{ secret: string }>('POST', '/users/tokens', { as, body })).data.secret;
  };
  function tokenWith(scope: string): Promise<string> {
    const made = scoped.get(scope) ?? makeToken(scope);
    scoped.set(scope, made);
    return made;
  }

  const { preview, carryOut } = bankImports(testApp);

  async function undoable(as: Member): Promise<string> {
    const { id } = await preview(as, csv('2026-05-04,Bread,-5.00'), 'b.csv', FIRST);
    await carryOut(as, id);
    return id;
  }

  async function prepare(role: Role) {
    const member = await createMember(testApp, { role });
    const [category] = await categoriesOf(testApp, member);
    const { id } = await record(testApp, member, {
      categoryId: category?.id,
      type: category?.type,
      merchant_name: 'Bakery',
    });
    await record(testApp, member, { type: category?.type, date: '2026-06-20' });
    const { template: series } = await makeTemplate(testApp, member, { start_date: '2026-06-20' });
    const [occurrence] = await occurrencesOf(engine, member, series.id);
    const makers: Record<string, () => Promise<string | undefined>> = {
      transactions: async () => id,
      'transactions/templates': async () => series.id,
      'transactions/recurring': async () => occurrence?.id,
      'transactions/upcoming': async () => occurrence?.id,
      categories: async () => category?.id,
      accounts: () => anotherAccount(member, 'Cash'),
      transfers: async () => transferTo(member, await anotherAccount(member, 'Purse')),
      rules: () => ruleOf(member),
      budgets: () => budgetOf(member),
      goals: () => goalOf(member),
      imports: async () => (await preview(member, csv('2026-05-03,Coffee,-14.00'), 'a.csv', FIRST)).id,
      'POST /imports/{id}/undo': () => undoable(member),
      'POST /accounts/{id}/pay-bills': () => cardOf(member),
      calendar: () => calendarOf(member),
      sessions: () => sessionOf(member),
      tokens: () => tokenOf(member),
      passkeys: () => passkeyOf(member),
      push: () => browserOf(member),
      admin: async () => (await createMember(testApp)).id,
    };
    const ids = new Map<string, string | undefined>();
    /** Makes the row at its first use. */
    const idOf = async (name: string) => {
      if (makers[name] && !ids.has(name)) ids.set(name, await makers[name]());
      return ids.get(name);
    };
    return { member, idOf, names: Object.keys(makers), id, type: category?.type };
  }

  /** With rows of each kind, so that answers about many describe one. */
  async function prepareAll(role: Role) {
    const prepared = await prepare(role);
    for (const name of prepared.names) await prepared.idOf(name);
    return prepared;
  }

  const shared = new Map<Role, ReturnType<typeof prepare>>();
  /** For calls that change nothing. */
  const preparedOnce = (role: Role) => {
    const prepared = shared.get(role) ?? prepareAll(role);
    shared.set(role, prepared);
    return prepared;
  };

  describe.each(operations)('$name', (asked) => {
    const { name, method, path, operation } = asked;
    let member: Member;
    let address: string;
    let body: unknown;
    let form: FormData | undefined;

    beforeAll(async () => {
      const role = descriptions.get(name)?.role ?? 'user';
      const prepared = await (method === 'GET' ? preparedOnce(role) : prepare(role));
      member = prepared.member;
      const choices = (operation.parameters ?? []).flatMap((parameter) =>
        'name' in parameter ? [[parameter.name, parameter.schema.enum]] : [],
      );
      const given: Record<string, unknown> = {
        ...Object.fromEntries(choices.map(([key, values]) => [key, Array.isArray(values) ? values[0] : ''])),
        ...(path.includes('{type}') && { type: prepared.type }),
        key: 'site_name',
        token: path.includes('{token}') && (await prepared.idOf('calendar')),
        id: path.includes('{id}') && ((await prepared.idOf(name)) ?? (await prepared.idOf(kindOf(path)))),
      };
      address = path.replace(/\{(\w+)\}/g, (_, key: string) => String(given[key]));
      if (path.startsWith('/exchange')) await storeRates(engine.db);
      const example = operation.requestBody?.content['application/json']?.example;
      const file = descriptions.get(name)?.file;
      const sent = path === '/imports' ? csv('2026-06-03,Milk,-4.00') : await picture();
      if (file) form = formWith(sent, file.field);
      body =
        BODIES[name]?.(member) ??
        JSON.parse(JSON.stringify(example ?? null).replaceAll(SOME_ID, prepared.id));
    });

    test('validates its input by the described schema', async () => {
      const { query, body: sent } = descriptions.get(name) ?? expect.fail(name);
      const schema = query ?? (sent && fieldsOf(sent));
      if (!schema) return;
      const error = query ? 'an error '.repeat(40) : [[]];
      const invalid = Object.fromEntries(Object.keys(schema.entries).map((field) => [field, error]));
      const search = query ? `?${new URLSearchParams(invalid as Record<string, string>)}` : '';
      const body = query ? {} : { body: invalid };
      const reply = await testApp.call(method, address + search, { as: member, ...body });
      const expected = check(schema, invalid).errors?.map(({ field }) => field) ?? [];
      const rows = (reply.error?.details ?? []) as { field: string }[];
      if (expected.length > 0) {
        expect(
          rows.map(({ field }) => field),
          `${name}: about() names another schema than the handler gives to query() or body()`,
        ).toEqual(expect.arrayContaining(expected));
      }
    });

    test('answers as described', async () => {
      const asking = address + (QUERIES[name] ?? '');
      const reply = await testApp.call(method, asking, { as: member, form, ...(body !== null && { body }) });
      expect(undescribed(asked, reply)).toEqual([]);
      if (REFUSED[name]) expect(reply.error.code).toBe(REFUSED[name]);
      else
        expect(
          reply.status,
          `${reply.text}: give ${name} an example that works, or a body in BODIES or a code in REFUSED of this test`,
        ).toBeLessThan(300);
    });

    test('takes what it describes, and null where that is described', () => {
      const { schema, example } = operation.requestBody?.content['application/json'] ?? {};
      if (!schema) return;
      if (example) expect(errorsOf(document, schema, example)).toEqual([]);
      const entries = Object.entries(fieldsOf(descriptions.get(name)?.body ?? expect.fail(name)).entries);
      for (const [field, entry] of entries) {
        const described = errorsOf(document, schema.properties?.[field] ?? {}, null).length === 0;
        expect([field, described]).toEqual([field, v.safeParse(entry, null).success]);
      }
    });

    test('refuses as described', async () => {
      const replies = [await testApp.call(method, address, { ...(body !== null && { body }) })];
      const scope = path.startsWith('/imports') ? 'read' : 'import';
      replies.push(
        await testApp.call(method, address, { as: { accessToken: await tokenWith(scope) }, body: undefined }),
      );
      if (method === 'GET')
        replies.push(await testApp.call(method, `${address}?page=x&limit=x&days=x`, { as: member }));
      else {
        replies.push(await testApp.call(method, address, { as: member, body: '{' }));
        replies.push(await testApp.call(method, address, { as: member, body: {} }));
        const headers = { 'content-type': 'text/plain' };
        replies.push(await testApp.call(method, address, { as: member, body: 'text', headers }));
        replies.push(await testApp.call(method, address, { as: member, body: 'x'.repeat(2_000_000) }));
        const cookie = `pruta_access=${member.accessToken}`;
        const foreign = { cookie, origin: 'https://elsewhere.example' };
        replies.push(await testApp.call(method, address, { headers: foreign }));
        expect(replies.at(-1)?.status).toBe(403);
      }
      for (const reply of replies) expect(undescribed(asked, reply)).toEqual([]);
    });
  });
});
