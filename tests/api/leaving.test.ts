import { describe, expect, test } from 'vitest';
import { FIRST_ACCOUNT } from '../../src/domain/money-accounts/first-account.ts';
import { closeAccount } from '../../src/domain/users/delete.ts';
import { cleanUp } from '../../src/jobs/clean-up.ts';
import { sendReminders } from '../../src/jobs/send-reminders.ts';
import { createTestApp, forEachApp } from '../support/app.ts';
import { readOutbox } from '../support/mailbox.ts';
import {
  categoriesOf,
  contextOf,
  createMember,
  type Member,
  newEmail,
  PASSWORD,
  record,
  registration,
  signIn,
} from '../support/members.ts';
import { formWith, picture } from '../support/pictures.ts';
import { BROWSER_KEYS } from '../support/push-service.ts';
import { restrict } from '../support/restrictions.ts';
import { makeTemplate } from '../support/templates.ts';

interface Exported {
  exported_at: string;
  user: { email: string };
  sessions: unknown[];
  categories: { name: string }[];
  transactions: { id: string; amount: string; description: string; category_name: string | null }[];
}

type File = Record<string, unknown>;

const EXPORTED: Record<string, (file: File) => unknown> = {
  profile_pictures: ({ profile }) => (profile as { picture: unknown }).picture,
  sessions: ({ sessions }) => sessions,
  api_tokens: ({ api_tokens }) => api_tokens,
  passkeys: ({ passkeys }) => passkeys,
  mail_tokens: ({ mailed_links }) => mailed_links,
  consents: ({ consents }) => consents,
  known_devices: ({ known_devices }) => known_devices,
  push_subscriptions: ({ push_browsers }) => push_browsers,
  not_duplicates: ({ not_duplicates }) => not_duplicates,
  not_transfers: ({ not_transfers }) => not_transfers,
  deleted_payments: ({ deleted_payments }) => deleted_payments,
  bank_mappings: ({ bank_mappings }) => bank_mappings,
  bank_file_accounts: ({ bank_file_accounts }) => bank_file_accounts,
  known_bank_rows: ({ transactions }) =>
    (transactions as { bank_rows?: unknown[] }[]).flatMap(({ bank_rows = [] }) => bank_rows),
  unchecked_transactions: ({ transactions }) =>
    (transactions as { is_unchecked?: boolean }[]).filter((one) => one.is_unchecked),
  changed_since_checks: ({ transactions }) =>
    (transactions as { changed_since_checks?: unknown[] }[]).flatMap(
      ({ changed_since_checks = [] }) => changed_since_checks,
    ),
  rules: ({ rules }) => rules,
  budgets: ({ budgets }) => budgets,
  budget_amounts: ({ budgets }) => (budgets as { amounts: unknown[] }[]).flatMap(({ amounts }) => amounts),
  goals: ({ goals }) => goals,
  calendar_feeds: ({ calendar }) => calendar,
  reminder_settings: ({ reminders }) => reminders,
  sent_reminders: ({ sent_reminders }) => sent_reminders,
  restrictions: ({ restrictions }) => restrictions,
  categories: ({ categories }) => categories,
  money_accounts: ({ accounts }) => accounts,
  transactions: ({ transactions }) => transactions,
  templates: ({ recurring_templates }) => recurring_templates,
  template_phases: ({ recurring_templates }) =>
    (recurring_templates as { phases: unknown[] }[]).flatMap(({ phases }) => phases),
  skipped_dates: ({ recurring_templates }) =>
    (recurring_templates as { skipped_dates: string[] }[]).flatMap((template) => template.skipped_dates),
};

/** Tables without further personal data, and why. */
const LEFT_OUT: Record<string, string> = {
  spent_tokens: 'hashes of used tokens',
  second_factors: 'the secret of the codes, by which anybody could make them',
  recovery_codes: 'hashes of recovery codes',
  challenges: 'hashes of sign-ins that wait for a code, for five minutes',
  used_challenges: 'hashes of questions to devices that were answered, for five minutes',
  deleted_transactions: 'deleted by the person, and removed within the hour',
  deleted_templates: 'deleted by the person, and removed within the hour',
  deleted_categories: 'deleted by the person, and removed within the hour',
  deleted_accounts: 'deleted by the person, and removed within the hour',
  deleted_budgets: 'deleted by the person, and removed within the hour',
  moved_rows: 'what moved with a deleted category, removed within the hour',
  moved_to_accounts: 'what moved with a deleted account, removed within the hour',
  revisions: 'a counter',
  account_totals: 'sums of the transactions',
  account_category_totals: 'sums of the transactions',
  daily_totals: 'sums of the transactions',
  monthly_totals: 'sums of the transactions',
  monthly_facets: 'sums of the transactions',
  long_work:
    'progress of changes to rows that are in the file, or of a file that the person sent, stored for a day',
  long_work_batches: 'ids of rows that are in the file, or the content of a file that the person sent',
  bank_imports: 'which files of banks the person sent, whose transactions are in the file',
  bank_import_files: 'files of banks that the person sent',
  bank_import_rows: 'lines of files of banks that the person sent; those of transactions are in the file',
  reminder_mails: 'mails on their way',
  idempotency_keys: 'answers about rows that are in the file, stored for a day',
};

forEachApp((testApp, engine) => {
  const otherNode = createTestApp(engine);

  const leave = (as: Member, password: unknown = PASSWORD) =>
    testApp.call('DELETE', '/users/account', { as, body: { password } });
  test('the end of an account leaves to others on the device what they have not sent yet', async () => {
    const { headers } = await leave(await createMember(testApp));
    expect(headers.get('clear-site-data')).toBe('"cache"');
  });

  const rowsOf = async (table: 'transactions' | 'categories', userId: string) =>
    (await engine.db.selectFrom(table).select('user_id').where('user_id', '=', userId).execute()).length;

  async function exported(as: Member): Promise<Exported> {
    const response = await testApp.request('/api/v1/users/export-account', {
      headers: { authorization: `Bearer ${as.accessToken}` },
    });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-disposition')).toBe(
      'attachment; filename="pruta-account-2026-06-15.json"',
    );
    expect(response.headers.get('cache-control')).toBe('no-store');
    return (await response.json()) as Exported;
  }

  describe('an export', () => {
    test('has every transaction once, however many there are, and no other user’s', async () => {
      const [member, stranger] = [await createMember(testApp), await createMember(testApp)];
      await record(testApp, stranger, { description: 'not yours' });
      const transactions = Array.from({ length: 500 }, (_, index) => ({
        type: 'expense',
        amount: index + 0.25,
        description: `שורה "${index}"`,
      }));
      for (const part of [transactions, transactions.slice(0, 2)]) {
        await testApp.call('POST', '/transactions/bulk', { as: member, body: { transactions: part } });
      }
      const all = await exported(member);
      expect(all.user.email).toBe(member.email);
      expect(all.transactions).toHaveLength(502);
      expect(new Set(all.transactions.map(({ id }) => id)).size).toBe(502);
      expect(all.transactions).toContainEqual(
        expect.objectContaining({ description: 'שורה "7"', amount: 7.25 }),
      );
      expect(all.categories.length).toBeGreaterThan(20);
      expect(JSON.stringify(all)).not.toMatch(/not yours|argon2|_hash/);
    });

    test('covers every table with personal data, except those without further data', async () => {
      const member = await createMember(testApp);
      const named = Object.keys({ ...EXPORTED, ...LEFT_OUT }).sort();
      const tables = (await engine.db.introspection.getTables())
        .filter(({ columns }) => columns.some(({ name }) => name === 'user_id'))
        .map(({ name }) => name);
      expect(tables.sort()).toEqual(named);

      await signIn(testApp, member);
      await makeTemplate(testApp, member, { start_date: '2026-06-15' });
      const [one, other] = [await record(testApp, member), await record(testApp, member)];
      const two = { transactionId: one.id, duplicateOf: other.id };
      await testApp.call('POST', '/transactions/insights/not-duplicates', { as: member, body: two });
      const conditions = [{ field: 'text', operator: 'contains', value: 'bread' }];
      await testApp.call('POST', '/rules', { as: member, body: { conditions, actions: { notes: 'loaf' } } });
      const expense = (await categoriesOf(testApp, member)).find(({ type }) => type === 'expense');
      const budget = { category_ids: [expense?.id], amount: 800 };
      await testApp.call('POST', '/budgets', { as: member, body: budget });
      const token = { name: 'Bank', scope: 'import', password: PASSWORD };
      await testApp.call('POST', '/users/tokens', { as: member, body: token });
      await testApp.call('POST', '/goals', { as: member, body: { name: 'Bicycle', amount: 2500 } });
      await testApp.call('POST', '/users/calendar', { as: member, body: {} });
      await testApp.call('PUT', '/users/reminders', { as: member, body: { bill: true } });
      const key = { credential_id: 'x', public_key: 'x', transports: '[]', counter: 0, name: 'Phone' };
      const updated_at = '2026-06-15T00:00:00.000Z';
      const [user_id, account_id] = [member.id, FIRST_ACCOUNT];
      const told = { columns: {}, dateOrder: 'dmy', decimalMark: null, sign: null };
      await engine.db
        .insertInto('bank_mappings')
        .values({ user_id, shape: 'a', mapping: JSON.stringify(told), updated_at })
        .execute();
      await engine.db
        .insertInto('bank_file_accounts')
        .values({ user_id, key: 'a', account_id, updated_at })
        .execute();
      await engine.db
        .insertInto('not_transfers')
        .values({ user_id, expense_id: one.id, income_id: other.id, created_at: updated_at })
        .execute();
      const none = { category_id: null, charge_date: null, account_amount: null, installment_price: null };
      const shown = { shown_date: null, shown_charge: null, shown_text: null, shown_amount: null };
      await engine.db
        .insertInto('deleted_payments')
        .values({
          ...{ user_id, id: one.id, account_id, date: '2026-06-15', type: 'expense', description: 'a' },
          ...{ amount: 1, installment_n: 1, installment_total: 2, deleted_at: updated_at, ended_by: null },
          ...{ ...none, ...shown, shown_account: null },
        })
        .execute();
      const written = { type: 'expense', description: 'a', is_pending: 0, date: '2026-06-15' } as const;
      const without = {
        ...{ currency: null, merchant_name: null, external_id: null, installment_n: null },
        charge_date: null,
      };
      await engine.db
        .insertInto('known_bank_rows')
        .values({
          user_id,
          transaction_id: one.id,
          number: 0,
          kind: 'ofx',
          account_id,
          amount: 1,
          ...written,
          ...without,
        })
        .execute();
      await engine.db.insertInto('unchecked_transactions').values({ user_id, id: one.id }).execute();
      await engine.db
        .insertInto('changed_since_checks')
        .values({ user_id, account_id, id: other.id, date: '2026-06-14', amount: -1 })
        .execute();
      const passkey = { ...key, created_at: new Date().toISOString(), last_used_at: null };
      await engine.db
        .insertInto('passkeys')
        .values({ user_id: member.id, id: 'x', ...passkey })
        .execute();
      const keys = BROWSER_KEYS;
      const browser = { endpoint: 'https://fcm.googleapis.com/fcm/send/made-up', keys };
      await testApp.call('POST', '/users/push', { as: member, body: browser });
      await record(testApp, member, { date: '2026-06-17' });
      await sendReminders(testApp.app);
      const form = formWith(await picture());
      await testApp.call('POST', '/users/upload-profile-picture', { as: member, form });
      const change = { email: newEmail(), password: PASSWORD };
      expect((await testApp.call('POST', '/users/change-email', { as: member, body: change })).status).toBe(
        200,
      );
      // The link is created after the answer, whose duration must not reveal whether the address is taken.
      await testApp.app.settle();
      await restrict(engine.db, member.id, { restriction_type: 'other', reason: 'no exports', is_active: 0 });
      const [template] = await engine.db
        .selectFrom('templates')
        .select('id')
        .where('user_id', '=', member.id)
        .execute();
      const path = `/transactions/templates/${template?.id}`;
      await testApp.call('PUT', path, { as: member, body: { amount: 20 } });
      const dates = { dates: ['2026-07-15'] };
      await testApp.call('POST', `${path}/skip`, { as: member, body: dates });

      const file: Record<string, unknown> = { ...(await exported(member)) };
      for (const [table, part] of Object.entries(EXPORTED)) {
        const stored = await engine.db
          .selectFrom(table as 'sessions')
          .selectAll()
          .where('user_id', '=', member.id)
          .execute();
        expect(stored.length, table).toBeGreaterThan(0);
        const found = part(file);
        expect(Array.isArray(found) ? found.length : Number(found !== null), table).toBe(stored.length);
      }
      expect(file.mailed_links).toMatchObject([{ purpose: 'change_email', email: change.email }]);
      expect(file.restrictions).toMatchObject([{ reason: 'no exports', is_active: false }]);
      expect(JSON.stringify(file)).not.toMatch(/hash|argon2/);
    });

    test('without data is a valid file', async () => {
      expect((await exported(await createMember(testApp))).transactions).toEqual([]);
    });
  });

  describe('closing an account', () => {
    test('ends every session at once, deletes everything, and frees the address', async () => {
      const member = await createMember(testApp);
      await record(testApp, member);
      expect((await leave(member)).status).toBe(200);
      expect((await otherNode.call('GET', '/users/profile', { as: member })).status).toBe(401);
      expect((await signIn(otherNode, member)).error.code).toBe('INVALID_CREDENTIALS');
      await testApp.app.settle();
      for (const table of ['transactions', 'categories'] as const)
        expect(await rowsOf(table, member.id), table).toBe(0);
      const users = await engine.db.selectFrom('users').select('id').where('id', '=', member.id).execute();
      expect(users).toEqual([]);
      const mails = (await readOutbox(testApp.dataDir)).filter(
        (mail) => mail.to?.[0]?.address === member.email,
      );
      expect(mails.map(({ subject }) => subject)).toEqual(['Your account at Pruta has been deleted']);
      const again = registration({ email: member.email });
      expect((await testApp.call('POST', '/users/register', { body: again })).status).toBe(201);
    });

    test('ends the access of programs at once, before everything is deleted', async () => {
      const member = await createMember(testApp);
      const { data } = await testApp.call<{ secret: string }>('POST', '/users/tokens', {
        as: member,
        body: { name: 'Bank', scope: 'write', password: PASSWORD },
      });
      const read = () => otherNode.call('GET', '/transactions', { as: { accessToken: data.secret } });
      expect((await read()).status).toBe(200);
      await closeAccount({ ...(await contextOf(testApp, member)), defer: () => undefined }, PASSWORD);
      expect((await read()).status).toBe(401);
    });

    test('needs the password', async () => {
      const member = await createMember(testApp);
      for (const password of ['', 'not it', undefined]) {
        const { status, error } = await testApp.call('DELETE', '/users/account', {
          as: member,
          body: { password },
        });
        expect([status, error.code, error.message, error.details]).toEqual([
          400,
          'CURRENT_PASSWORD_WRONG',
          'Current password is incorrect',
          [{ field: 'password', message: 'Current password is incorrect' }],
        ]);
      }
      expect((await testApp.call('GET', '/users/profile', { as: member })).status).toBe(200);
    });

    test('is refused for the last super admin, also when two do so at the same time', async () => {
      await engine.db.updateTable('users').set({ role: 'user' }).where('role', '=', 'super_admin').execute();
      const alone = await createMember(testApp, { role: 'super_admin' });
      const refused = await leave(alone);
      expect([refused.status, refused.error.code]).toEqual([409, 'LAST_SUPER_ADMIN']);
      const other = await createMember(testApp, { role: 'super_admin' });
      const replies = await Promise.all([leave(alone), leave(other)]);
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
    });

    test('is completed later, if the server stopped half-way', async () => {
      const member = await createMember(testApp);
      await record(testApp, member);
      const now = testApp.app.clock().toISOString();
      const closed = { closed_at: now, purge_after: now };
      await engine.db.updateTable('users').set(closed).where('id', '=', member.id).execute();
      await cleanUp(testApp.app);
      expect(await rowsOf('transactions', member.id)).toBe(0);
    });
  });
});
