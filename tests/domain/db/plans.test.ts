import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { loadTransactions } from '../../../scripts/demo/load.ts';
import {
  selectChanging,
  selectLinesOfRestored,
  selectShowing,
  selectSidesMade,
} from '../../../src/domain/bank-files/carry-out/undo.queries.ts';
import { insertKnownRows } from '../../../src/domain/bank-files/known-rows.queries.ts';
import { newId } from '../../../src/domain/id.ts';
import { selectImported } from '../../../src/domain/ledger/imported.queries.ts';
import {
  isShownAlone,
  selectShownPayments,
} from '../../../src/domain/money-accounts/cards/purchases.queries.ts';
import { selectUnchecked } from '../../../src/domain/money-accounts/checks/checks.queries.ts';
import { FIRST_ACCOUNT } from '../../../src/domain/money-accounts/first-account.ts';
import { selectUnrated } from '../../../src/domain/money-accounts/money-accounts.queries.ts';
import { selectSides } from '../../../src/domain/transactions/transactions.queries.ts';
import { selectPossibleSides } from '../../../src/domain/transactions/transfers/transfers.queries.ts';
import { forEachApp } from '../../support/app.ts';
import { createMember } from '../../support/members.ts';

// Enough rows for an index to pay off, and no statistics yet.
const rows = Array.from({ length: 3000 }, (_, place) => ({
  type: 'expense' as const,
  amount: 100 + place,
  description: 'coffee',
  merchant_name: null,
  category: null,
  date: `2026-0${1 + (place % 6)}-${String(1 + (place % 28)).padStart(2, '0')}`,
  time: '10:00',
  timezone: 'Asia/Jerusalem',
  notes: null,
}));

forEachApp((testApp, engine) => {
  test('the newest are read off an index in its order, not collected and sorted', async () => {
    const { id } = await createMember(testApp);
    await loadTransactions(engine.db, id, rows, new Date('2026-06-15T09:00:00Z'));
    const explain = engine.name === 'sqlite' ? sql`explain query plan` : sql`explain`;
    const plan = await sql`
      ${explain} select id from transactions where user_id = ${id}
      order by date desc, time desc, id desc limit 51
    `.execute(engine.db);
    expect(JSON.stringify(plan.rows)).toContain('transactions_by_date');
    expect(JSON.stringify(plan.rows)).not.toMatch(/sort|b-tree/i);
  });

  test('the sides of transfers are looked up, in a page and for each row of a check', async () => {
    const { id } = await createMember(testApp);
    await loadTransactions(engine.db, id, rows, new Date('2026-06-15T09:00:00Z'));
    const since = { account: FIRST_ACCOUNT, until: '', at: '', to: '2026-06-15' };
    const ids = Array.from({ length: 50 }, (_, place) => newId(new Date(place)));
    for (const query of [selectUnchecked(engine.db, id, since, 201), selectSides(engine.db, id, ids)])
      expect(await planOf(query)).toContain('transactions_by_transfer');
  });

  test('incomes, and what has no rate, are found without reading the rest', async () => {
    const { id } = await createMember(testApp);
    await loadTransactions(engine.db, id, rows, new Date('2026-06-15T09:00:00Z'));
    const dates = { from: '2026-04-14', to: '2026-06-15' };
    const incomes = selectPossibleSides(engine.db, id, 'income', dates);
    expect(await planOf(incomes)).toContain('transactions_by_income');
    expect(await planOf(selectUnrated(engine.db, id, dates.to))).toContain('transactions_by_unrated');
  });

  test('payments of purchases that files have shown are found without reading the rest', async () => {
    const { id } = await createMember(testApp);
    await loadTransactions(engine.db, id, rows, new Date('2026-06-15T09:00:00Z'));
    const alone = engine.db.selectFrom('transactions').select('id').where('user_id', '=', id);
    for (const query of [selectShownPayments(engine.db, id), alone.where(isShownAlone())])
      expect(await planOf(query)).toContain('transactions_by_purchase');
  });

  test('lines of files that changed or showed a transaction are looked up by it', async () => {
    const { id } = await createMember(testApp);
    const file = newId(new Date());
    const changing = selectChanging(engine.db, id, file, [id]);
    const showing = selectShowing(engine.db, { user_id: id, id: file }, [id]);
    for (const query of [changing, showing])
      expect(await planOf(query)).toContain('bank_import_rows_by_matched');
  });

  test('the sides of transfers that an import made are looked up by them', async () => {
    const { id } = await createMember(testApp);
    await loadTransactions(engine.db, id, rows, new Date('2026-06-15T09:00:00Z'));
    const made = selectSidesMade(engine.db, { user_id: id, id: newId(new Date()) });
    expect(await planOf(made)).toContain('transactions_by_transfer');
  });

  test('what came out of the trash of an import that was undone is looked up by its lines', async () => {
    const { id } = await createMember(testApp);
    await loadTransactions(engine.db, id, rows, new Date('2026-06-15T09:00:00Z'));
    const plan = await planOf(selectLinesOfRestored(engine.db, id, [newId(new Date())]));
    expect(plan).toMatch(/line USING INDEX \w+ \(user_id=\? AND import_id=\?\)|using bank_import_rows_\w+/);
    expect(plan).toMatch(/row USING PRIMARY KEY \(user_id=\? AND id=\?\)|id = line\.made_id/);
  });

  test('what files brought is looked up by its id', async () => {
    const { id } = await createMember(testApp);
    const written = { kind: 'csv', account_id: FIRST_ACCOUNT, date: '2026-06-15', amount: 100 };
    const texts = { type: 'expense', description: 'coffee', merchant_name: null, external_id: null } as const;
    const rest = { number: 0, currency: null, is_pending: 0, installment_n: null, charge_date: null };
    const known = rows.map((_, place) => ({ transaction_id: newId(new Date(place)), ...rest }));
    await insertKnownRows(
      engine.db,
      known.map((row) => ({ user_id: id, ...row, ...written, ...texts })),
    );
    const plan = await planOf(selectImported(engine.db, id, (one) => sql`${one} = ${id}`));
    expect(plan).toContain('bank_import_rows_by_made');
    expect(plan).toMatch(/known_bank_rows_key|sqlite_autoindex_known_bank_rows_1/);
  });

  async function planOf(query: Pick<ReturnType<typeof selectUnrated>, 'explain'>): Promise<string> {
    const plan = engine.name === 'sqlite' ? query.explain(undefined, sql`query plan`) : query.explain();
    return JSON.stringify(await plan);
  }
});
