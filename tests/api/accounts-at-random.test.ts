import { expect, test } from 'vitest';
import { checkTotalsOf } from '../../src/domain/ledger/check.ts';
import { FIRST_ACCOUNT } from '../../src/domain/money-accounts/first-account.ts';
import { forEachApp } from '../support/app.ts';
import { randomFrom } from '../support/hostile-values.ts';
import { createMember } from '../support/members.ts';

interface Account {
  id: string;
  balance: number;
  in_balance: boolean;
  is_archived: boolean;
}

forEachApp((testApp, engine) => {
  test.each([1, 2])(
    'history %i: sums are those of the rows, and the balance is what counts',
    async (seed) => {
      const member = await createMember(testApp);
      const random = randomFrom(seed);
      const call = async <Data>(method: string, path: string, body?: object) =>
        (await testApp.call<Data>(method, path, { as: member, ...(body && { body }) })).data;
      const read = async () =>
        (await call<{ accounts: Account[] }>('GET', '/accounts?archived=true')).accounts;
      const rows = new Map<string, { type: string; account: string; amount: number }>();
      const transfers = new Map<string, { from: string; to: string; amount: number }>();
      const undos: string[] = [];
      const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)];
      for (const name of ['Cash', 'Savings']) await call('POST', '/accounts', { name });
      for (let step = 0; step < 60; step += 1) {
        const all = await read();
        const ids = all.filter(({ is_archived }) => !is_archived).map(({ id }) => id);
        const account = pick(ids) ?? FIRST_ACCOUNT;
        const other = pick(ids.filter((id) => id !== account));
        const row = pick([...rows.keys()]);
        const act = Math.floor(random() * 14);
        if (act < 4 || !row) {
          const type = pick(['expense', 'income']) ?? 'expense';
          const amount = 1 + Math.floor(random() * 9999);
          const date = `2026-0${1 + Math.floor(random() * 6)}-10`;
          const body = { amount: amount / 100, date, accountId: account };
          const { transaction } = await call<{ transaction: { id: string } }>(
            'POST',
            `/transactions/${type}`,
            body,
          );
          rows.set(transaction.id, { type, account, amount });
        } else if (act < 6) {
          const now = rows.get(row);
          if (!now) continue;
          await call('PUT', `/transactions/${now.type}/${row}`, { amount: 5, accountId: account });
          rows.set(row, { ...now, amount: 500, account });
        } else if (act < 7) {
          await call('DELETE', `/transactions/${rows.get(row)?.type}/${row}`);
          rows.delete(row);
        } else if (act < 9) {
          await call('PUT', `/accounts/${account}`, { in_balance: random() < 0.5 });
        } else if (act < 12 && other) {
          const amount = 1 + Math.floor(random() * 9999);
          const known = pick([...transfers.keys()]);
          const body = { fromAccountId: account, toAccountId: other, amount: amount / 100 };
          if (known && random() < 0.2) {
            await call('DELETE', `/transfers/${known}`);
            transfers.delete(known);
          } else {
            const isChange = known !== undefined && random() < 0.6;
            const { transfer } = await call<{ transfer: { id: string } }>(
              isChange ? 'PUT' : 'POST',
              isChange ? `/transfers/${known}` : '/transfers',
              body,
            );
            transfers.set(transfer.id, { from: account, to: other, amount });
          }
        } else if (act < 13) {
          // The last open account stays open.
          const { id = account, is_archived = false } = pick(all) ?? {};
          if (is_archived || ids.length > 1)
            await call('PUT', `/accounts/${id}`, { is_archived: !is_archived });
        } else if (undos.length > 0 && random() < 0.5) {
          await call('POST', '/transactions/restore', { undo_id: undos.pop() });
          // Every row is where its account says; the model learns the places, the sums are its own.
          const places = engine.db
            .selectFrom('transactions')
            .select(['id', 'account_id', 'type', 'amount', 'transfer_id']);
          transfers.clear();
          for (const { id, account_id, type, amount, transfer_id } of await places
            .where('user_id', '=', member.id)
            .execute()) {
            const known = rows.get(id);
            if (transfer_id) {
              const sides = transfers.get(transfer_id) ?? { from: '', to: '', amount };
              transfers.set(transfer_id, { ...sides, [type === 'expense' ? 'from' : 'to']: account_id });
            }
            if (known) rows.set(id, { ...known, account: account_id });
          }
        } else if (ids.length > 1) {
          const to = other ?? FIRST_ACCOUNT;
          const { undo_id } = await call<{ undo_id: string }>('DELETE', `/accounts/${account}?moveTo=${to}`);
          undos.push(undo_id);
          for (const [id, known] of rows)
            if (known.account === account) rows.set(id, { ...known, account: to });
          const moved = (id: string) => (id === account ? to : id);
          for (const [id, sides] of transfers)
            if (moved(sides.from) === moved(sides.to)) transfers.delete(id);
            else transfers.set(id, { ...sides, from: moved(sides.from), to: moved(sides.to) });
        }
        const accounts = await read();
        const sumOf = (id: string) =>
          [...rows.values()]
            .filter((known) => known.account === id)
            .reduce((sum, { type, amount }) => sum + (type === 'income' ? amount : -amount), 0) +
          [...transfers.values()].reduce(
            (sum, { from, to, amount }) => sum + (to === id ? amount : from === id ? -amount : 0),
            0,
          );
        expect(accounts.map(({ balance }) => Math.round(balance * 100))).toEqual(
          accounts.map(({ id }) => sumOf(id)),
        );
        const counting = accounts.filter(({ in_balance }) => in_balance);
        const { balance } = await call<{ balance: number }>('GET', '/transactions/balance');
        expect(Math.round(balance * 100)).toBe(counting.reduce((sum, { id }) => sum + sumOf(id), 0));
        const { total } = await call<{ total: Record<'income' | 'expenses', number> }>(
          'GET',
          '/transactions/balance/details',
        );
        for (const [type, sum] of [
          ['income', total.income],
          ['expense', total.expenses],
        ] as const)
          expect(Math.round(sum * 100)).toBe(
            [...rows.values()]
              .filter((row) => row.type === type && counting.some(({ id }) => id === row.account))
              .reduce((all, { amount }) => all + amount, 0),
          );
        expect(await checkTotalsOf(engine.db, member.id)).toEqual([]);
      }
    },
  );
});
