import type { Db } from '../../src/db/open.ts';
import type { AccountRow, TransactionRow } from '../../src/db/tables.ts';
import { inTransaction } from '../../src/db/transact.ts';
import { monthOf, plusMonths, startOfMonth } from '../../src/domain/calendar.ts';
import {
  createOpeningCategories,
  createTransferCategories,
  type DefaultKey,
} from '../../src/domain/categories/defaults.ts';
import { nameKey } from '../../src/domain/categories/words.ts';
import { newId } from '../../src/domain/id.ts';
import { OPENING, TRANSFER } from '../../src/domain/ledger/reserved-categories.ts';
import { nextBillingDay } from '../../src/domain/money-accounts/cards/charge-date.ts';
import { FIRST_ACCOUNT, firstAccount } from '../../src/domain/money-accounts/first-account.ts';
import { KIND_LOOKS } from '../../src/domain/money-accounts/kinds.ts';
import { insertAccount } from '../../src/domain/money-accounts/money-accounts.queries.ts';
import { randomFrom } from './random.ts';
import type { HouseholdRow } from './rows.ts';

const BILLING_DAY = 10;

/** The accounts beside the first one, which is the bank's. */
const ACCOUNTS = {
  cash: { kind: 'cash', name: 'מזומן' },
  card: {
    kind: 'credit_card',
    name: 'ויזה',
    number: '4580',
    billing_day: BILLING_DAY,
    pays_from: FIRST_ACCOUNT,
  },
  savings: { kind: 'savings', name: 'Savings' },
  dollars: { kind: 'bank', name: 'Dollar account', currency: 'USD' },
} as const satisfies Record<string, Partial<AccountRow> & Pick<AccountRow, 'kind' | 'name'>>;

export type Accounts = Record<keyof typeof ACCOUNTS, string>;

/** @returns the id of each */
export async function createAccounts(db: Db, userId: string, now: Date): Promise<Accounts> {
  const rows = Object.entries(ACCOUNTS).map(([key, account], index) => ({
    key,
    row: {
      ...firstAccount(userId, now),
      ...KIND_LOOKS[account.kind],
      ...account,
      id: newId(now),
      name_key: nameKey(account.name),
      position: index + 1,
    },
  }));
  await inTransaction(db, async (tx) => {
    await createOpeningCategories(tx, userId, now);
    await createTransferCategories(tx, userId, now);
    for (const { row } of rows) await insertAccount(tx, row);
  });
  return Object.fromEntries(rows.map(({ key, row }) => [key, row.id])) as Accounts;
}

/** What is paid by standing order or by transfer, never at a till. */
const BY_BANK = new Set<DefaultKey | null>(['housing', 'fees_taxes', 'utilities', 'insurance']);
const MOST_IN_CASH = 15_000;

/**
 * The same rows in five accounts, with the transfers between them: cash is withdrawn as it is spent, the card's bills
 * are paid when they are due, and some is saved every month.
 * @param rows of one account, oldest first
 */
export function inAccounts(rows: HouseholdRow[], ids: Accounts, today: string): HouseholdRow[] {
  const [start = ''] = rows.map(({ date }) => date);
  const placed = rows.map((row) => ({
    ...row,
    account_id: row.date > today ? FIRST_ACCOUNT : placeOf(row, ids),
  }));
  const sums = (account: string, keyOf: (date: string) => string) =>
    placed.reduce((totals, { account_id, date, type, amount }) => {
      if (account_id !== account) return totals;
      return totals.set(
        keyOf(date),
        (totals.get(keyOf(date)) ?? 0) + (type === 'expense' ? amount : -amount),
      );
    }, new Map<string, number>());
  const withdrawn = [...sums(ids.cash, monthOf)].map(([month, sum]) =>
    moved({
      to: ids.cash,
      amount: Math.ceil(sum / 10_000) * 10_000,
      date: later(`${month}-01`, start),
      time: '00:05',
      description: 'משיכת מזומן',
    }),
  );
  const bills = [...sums(ids.card, (date) => nextBillingDay(date, BILLING_DAY))]
    .filter(([date]) => date <= today)
    .map(([date, amount]) => moved({ to: ids.card, amount, date, time: '06:00', description: 'חיוב ויזה' }));
  const saved = [...months(start, today)].map((date) =>
    moved({ to: ids.savings, amount: 150_000, date, time: '07:00', description: 'Standing order' }),
  );
  return [
    ...opened(ids, start),
    ...placed,
    ...[...withdrawn, ...bills, ...saved].flat(),
    ...inDollars(ids, today),
  ].sort((one, other) => (whenOf(one) < whenOf(other) ? -1 : 1));
}

const whenOf = ({ date, time }: HouseholdRow) => `${date} ${time}`;

const later = (one: string, other: string) => (one > other ? one : other);

function placeOf(row: HouseholdRow, ids: Accounts): string {
  if (row.type === 'income' || BY_BANK.has(row.category)) return FIRST_ACCOUNT;
  const random = randomFrom(`${whenOf(row)} ${row.description}`);
  if (row.amount <= MOST_IN_CASH && random.chance(0.25)) return ids.cash;
  return random.chance(0.8) ? ids.card : FIRST_ACCOUNT;
}

function* months(from: string, to: string): Generator<string> {
  const first = `${monthOf(from)}-03`;
  for (let date = first < from ? plusMonths(first, 1) : first; date <= to; date = plusMonths(date, 1))
    yield date;
}

type Moved = Pick<HouseholdRow, 'amount' | 'date' | 'time' | 'description'> & { to: string };

/** Both sides of a transfer from the bank. */
function moved({ to, ...row }: Moved): HouseholdRow[] {
  const transfer_id = newId(new Date(row.date));
  const side = (type: TransactionRow['type'], account_id: string) => ({
    ...plain(row),
    type,
    account_id,
    transfer_id,
    category_id: TRANSFER[type],
  });
  return [side('expense', FIRST_ACCOUNT), side('income', to)];
}

const plain = (row: Pick<HouseholdRow, 'amount' | 'date' | 'time' | 'description'>) => ({
  ...row,
  merchant_name: null,
  category: null,
  timezone: 'Asia/Jerusalem',
  notes: null,
});

function opened({ savings, dollars }: Accounts, date: string): HouseholdRow[] {
  const opening = { date, time: '00:00', description: 'Opening balance' };
  const side = { type: 'income', category_id: OPENING.income } as const;
  return [
    { ...plain({ ...opening, amount: 4_200_000 }), ...side, account_id: savings },
    { ...plain({ ...opening, amount: 0 }), ...side, account_id: dollars, ...dollarsOf(240_000) },
  ];
}

const RATE = '3.65';

/** What an amount in cents of a dollar is recorded as. */
function dollarsOf(cents: number) {
  const amount = Math.round(cents * Number(RATE));
  return { amount, account_amount: cents, original_amount: cents, original_currency: 'USD', rate: RATE };
}

const ABROAD = [
  [14, 'Hotel, Athens', 'travel', 31_840],
  [8, 'Domain and mail, a year', 'communication', 6_499],
  [5, 'Flight change fee', 'travel', 7_500],
  [2, 'Online course', 'education', 18_900],
] as const;

function inDollars({ dollars }: Accounts, today: string): HouseholdRow[] {
  return ABROAD.map(([months, description, category, cents]) => ({
    ...plain({ date: plusMonths(startOfMonth(today), -months), time: '19:20', description, amount: 0 }),
    type: 'expense',
    category,
    account_id: dollars,
    ...dollarsOf(cents),
  }));
}
