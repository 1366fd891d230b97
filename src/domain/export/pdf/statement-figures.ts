import type { Kind } from '../../ledger/reserved-categories.ts';
import { shareOf } from '../../money.ts';

/** A transaction of a statement; texts as people wrote them, amounts in minor units. */
export interface StatementRow {
  /** Local calendar date. */
  date: string;
  /** Null where none was entered. */
  time: string | null;
  type: Kind;
  /** Signed for an opening balance and for the side of a transfer. */
  amount: number;
  description: string;
  payee: string | null;
  notes: string | null;
  category: string | null;
  account: string;
  colour: string | null;
  isRecurring: boolean;
  /** Whether it is a transfer between the accounts of the statement, which changes no sum. */
  isWhole?: boolean;
}

/** Sums in minor units. */
export interface Sums {
  income: number;
  expenses: number;
  opening: number;
  transfer: number;
  count: number;
}

export type StatementFigures = ReturnType<typeof figuresOfStatement>;

export type CategorySum = StatementFigures['income'][number];

const none = (): Sums => ({ income: 0, expenses: 0, opening: 0, transfer: 0, count: 0 });

export function add(
  sums: Sums,
  { type, amount, isWhole }: Pick<StatementRow, 'type' | 'amount' | 'isWhole'>,
): void {
  if (type === 'expense') sums.expenses += amount;
  else if (!isWhole) sums[type] += amount;
  sums.count += 1;
}

export function figuresOfStatement(rows: StatementRow[]) {
  const sums = none();
  const months = new Map<string, Sums>();
  for (const row of rows) {
    add(sums, row);
    const month = row.date.slice(0, 7);
    const ofMonth = months.get(month) ?? none();
    add(ofMonth, row);
    months.set(month, ofMonth);
  }
  const dates = rows.map(({ date }) => date).sort();
  return {
    sums,
    /** The largest first. */
    expenses: byCategory(rows, 'expense', sums.expenses),
    income: byCategory(rows, 'income', sums.income),
    /** `2026-03`, the earliest first. */
    months: [...months]
      .map(([month, of]) => ({ month, ...of }))
      .sort((one, other) => (one.month < other.month ? -1 : 1)),
    first: dates[0],
    last: dates.at(-1),
  };
}

function byCategory(rows: StatementRow[], type: StatementRow['type'], total: number) {
  const categories = new Map<
    string | null,
    Pick<StatementRow, 'colour'> & { name: string | null; sum: number; count: number }
  >();
  for (const row of rows) {
    if (row.type !== type) continue;
    const { category: name, colour } = row;
    const of = categories.get(name) ?? { name, colour, sum: 0, count: 0 };
    of.sum += row.amount;
    of.count += 1;
    categories.set(name, of);
  }
  return (
    [...categories.values()]
      // The share of all income or of all expenses.
      .map((of) => ({ ...of, share: shareOf(of.sum, total) }))
      .sort((one, other) => other.sum - one.sum)
  );
}
