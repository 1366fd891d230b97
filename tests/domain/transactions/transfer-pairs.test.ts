import { describe, expect, test } from 'vitest';
import { plusDays } from '../../../src/domain/calendar.ts';
import { pairsOf } from '../../../src/domain/transactions/transfers/candidates.ts';
import type { Side } from '../../../src/domain/transactions/transfers/transfers.queries.ts';

const DAYS = 4;
const SHOWN = 50;
const matching = { days: DAYS, dismissed: new Set<string>(), accounts: new Map() };

/** Counts how often the dates of its rows are read. */
class Rows {
  reads = 0;
  readonly all: Side[] = [];

  add(type: Side['type'], account_id: string, date: string, amount = 10_000): string {
    const id = `${type}${this.all.length}`;
    const rest = { time: '12:00', description: '', merchant_name: null, category_id: null };
    const row = { id, type, amount, account_amount: null, account_id, ...rest } as unknown as Side;
    Object.defineProperty(row, 'date', { enumerable: true, get: () => this.#read(date) });
    this.all.push(row);
    return id;
  }

  #read(date: string): string {
    this.reads += 1;
    return date;
  }
}

describe('pairs that may be transfers', () => {
  test.each([
    ['of two accounts', 'bank', 'cash', SHOWN],
    ['of one account', 'bank', 'bank', 0],
  ])('thousands of one amount %s are not compared each with each', (_where, from, to, found) => {
    const rows = new Rows();
    const many = 4000;
    for (let index = 0; index < many; index += 1) {
      rows.add('expense', from, plusDays('2026-05-01', index % 28));
      rows.add('income', to, plusDays('2026-05-01', index % 28));
    }
    expect(pairsOf(rows.all, [], matching)).toHaveLength(found);
    expect(rows.reads).toBeLessThan(many * 10);
  });

  test('the nearest days come first, each row once, and never what was dismissed', () => {
    const rows = new Rows();
    const expenses = ['2026-05-01', '2026-05-03', '2026-05-03'].map((date) =>
      rows.add('expense', 'bank', date),
    );
    const incomes = ['2026-05-02', '2026-05-03', '2026-05-07'].map((date) =>
      rows.add('income', 'cash', date),
    );
    rows.add('income', 'cash', '2026-05-03', 10_001);
    const idsOf = (dismissed: string[]) =>
      pairsOf(rows.all, [], { ...matching, dismissed: new Set(dismissed) }).map(
        ({ expense, target }) => `${expenses.indexOf(expense.id)} ${incomes.indexOf(target.id)}`,
      );
    expect(idsOf([])).toEqual(['1 1', '2 0']);
    expect(idsOf([`${expenses[1]} ${incomes[1]}`])).toEqual(['2 1', '1 0']);
  });
});
