import type * as v from 'valibot';
import type { AccountRow, TransactionRow } from '../../../db/tables.ts';
import { translator } from '../../../i18n/translate.ts';
import { daysApart, plusDays, todayOf } from '../../calendar.ts';
import { createTransferCategories } from '../../categories/defaults.ts';
import { chargedAmount } from '../../charged.ts';
import type { Reading, Writing } from '../../context.ts';
import { type FieldError, invalid, refuse } from '../../error.ts';
import { newId, sideIdOf } from '../../id.ts';
import { inLedger, newDeletion } from '../../ledger/ledger.ts';
import { isPaidBill, isReserved, TRANSFER } from '../../ledger/reserved-categories.ts';
import { readBills } from '../../money-accounts/cards/charges.ts';
import { changedInBalance, requireUnlocked } from '../../money-accounts/checks/lock.ts';
import { accountName } from '../../money-accounts/name.ts';
import { accountErrors, accountOf, accountsById } from '../../money-accounts/read.ts';
import { fromSnapshot } from '../../snapshot.ts';
import { nextVersion } from '../../version.ts';
import { detached } from '../change.ts';
import { PAID_AT_ONCE } from '../fields.ts';
import { changedMoney } from '../money.ts';
import type { Entry } from '../present.ts';
import { withParts } from '../read.ts';
import { findTransactionsOf } from '../transactions.queries.ts';
import type { pairSchema } from './schema.ts';
import type { Transfer } from './transfer.ts';
import {
  findArrived,
  findNotTransfers,
  findPossibleSides,
  insertNotTransfer,
  type Side,
} from './transfers.queries.ts';
import { readTransfer } from './transfers.ts';

/** How far back pairs are searched: older ones would have been met before. */
const SEARCHED_DAYS = 366;

const MOST = 50;

export interface Candidate {
  expense: Entry;
  /** Null for the payment of a card's bill, which the card does not have yet. */
  income: Entry | null;
  /** The account that the money went to. */
  account: AccountRow;
  /** When it arrived, or when the card charged. */
  date: string;
  /** Between 0 and 1. */
  score: number;
  why: string;
}

/**
 * Pairs that may be two sides of a transfer, the likeliest first: an expense of one account and an income of another, of
 * the same amount, and at most so many days apart; or the payment of a card and its bill. Each transaction and each bill
 * is in one pair at most.
 */
export function candidates(context: Reading, days: number, within = SEARCHED_DAYS): Promise<Candidate[]> {
  return fromSnapshot(context, async (inside) => {
    const { db, viewer, locale } = inside;
    const accounts = await accountsById(inside);
    if (accounts.size < 2) return [];
    const today = todayOf(inside);
    const from = plusDays(today, -within);
    const bills = await unpaidBills(inside, accounts, { from, today, days });
    const amounts = bills.map((bill) => ({
      amount: bill.amount,
      isOwn: accountOf(accounts, bill).currency === null,
    }));
    const rows = await findPossibleSides(db, viewer.id, { from, to: today, bills: amounts });
    if (!rows.some(({ type }) => type === 'expense')) return [];
    const dismissed = new Set(
      (await findNotTransfers(db, viewer.id)).map(
        ({ expense_id, income_id }) => `${expense_id} ${income_id}`,
      ),
    );
    const pairs = pairsOf(rows, bills, { days, dismissed, accounts });
    if (pairs.length === 0) return [];
    const whole = await findTransactionsOf(
      db,
      viewer.id,
      pairs.flatMap(({ expense, target }) => (target.isBill ? [expense.id] : [expense.id, target.id])),
    );
    const entries = new Map((await withParts(inside, whole)).map((entry) => [entry.row.id, entry]));
    const t = translator(locale);
    return pairs.flatMap(({ expense, target, score, apart }) => {
      const one = entries.get(expense.id);
      const income = target.isBill ? null : entries.get(target.id);
      if (!one || income === undefined) return [];
      const account = accountOf(accounts, target);
      const day = apart === 0 ? t('money:sameDay') : t('money:daysApart', { count: apart });
      const why = target.isBill
        ? t('money:billOf', { card: accountName(account, locale), date: target.date, day })
        : day;
      return [{ expense: one, income, account, date: target.date, score, why }];
    });
  });
}

/** Where an expense may have gone: an income, or the bill of a card, whose id is that of the card. */
export type Target = Pick<Side, 'id' | 'account_id' | 'amount' | 'date' | 'category_id'> & {
  isBill: boolean;
};

/** The bills of cards whose paying account is known, without those that a transfer has paid. */
async function unpaidBills(
  context: Reading,
  accounts: ReadonlyMap<string, AccountRow>,
  { from, today, days }: { from: string; today: string; days: number },
): Promise<Target[]> {
  const cards = [...accounts.values()].filter(
    (card) => card.kind === 'credit_card' && accounts.get(card.pays_from ?? '')?.currency === card.currency,
  );
  if (cards.length === 0) return [];
  const bills: Target[] = [];
  const dates = { from: plusDays(from, -days), to: plusDays(today, days) };
  for (const { card, ...bill } of await readBills(context, cards, dates))
    bills.push({ ...bill, id: card.id, account_id: card.id, category_id: null, isBill: true });
  const arrived = await findArrived(
    context.db,
    context.viewer.id,
    cards.map(({ id }) => id),
    plusDays(dates.from, -days),
  );
  for (const paid of arrived) {
    const [nearest] = bills
      .filter(({ id, amount }) => id === paid.account_id && amount === chargedAmount(paid))
      .map((bill) => ({ bill, apart: daysApart(bill.date, paid.date) }))
      .filter(({ apart }) => apart <= days)
      .sort((one, other) => one.apart - other.apart);
    if (nearest) bills.splice(bills.indexOf(nearest.bill), 1);
  }
  return bills;
}

interface Pair {
  expense: Side;
  target: Target;
  score: number;
  apart: number;
}

interface Matching {
  days: number;
  dismissed: ReadonlySet<string>;
  accounts: ReadonlyMap<string, AccountRow>;
}

/**
 * The likeliest pairs, at most `MOST`. What is alike on both sides is compared once, not each with each: a person may
 * have thousands of transactions of one amount.
 */
export function pairsOf(
  rows: readonly Side[],
  bills: readonly Target[],
  { days, dismissed, accounts }: Matching,
): Pair[] {
  const incomes = Map.groupBy(
    alike(rows.filter(({ type }) => type === 'income').map((row) => ({ ...row, isBill: false }))),
    ([{ amount, date }]) => `${amount} ${date}`,
  );
  const amounts = new Set([...incomes.values()].flatMap((those) => those.map(([{ amount }]) => amount)));
  const likely: (Omit<Pair, 'expense' | 'target'> & { expenses: Alike<Side>; targets: Alike<Target> })[] = [];
  for (const expenses of alike(rows.filter(({ type }) => type === 'expense'))) {
    const [expense] = expenses;
    const near = amounts.has(expense.amount)
      ? Array.from({ length: 2 * days + 1 }, (_, index) => plusDays(expense.date, index - days)).flatMap(
          (date) => incomes.get(`${expense.amount} ${date}`) ?? [],
        )
      : [];
    const due = bills
      .filter(({ amount }) => amount === chargedAmount(expense))
      .map((bill): [Target] => [bill]);
    for (const targets of [...near, ...due]) {
      const [target] = targets;
      const apart = daysApart(expense.date, target.date);
      const isPayment = accounts.get(target.account_id)?.pays_from === expense.account_id;
      if (apart > days || expense.account_id === target.account_id || (target.isBill && !isPayment)) continue;
      const isUncategorized = expense.category_id === null && target.category_id === null;
      const score =
        0.5 + 0.3 * (1 - apart / (days + 1)) + (isPayment ? 0.15 : 0) + (isUncategorized ? 0.05 : 0);
      likely.push({ expenses, targets, score: Math.round(score * 100) / 100, apart });
    }
  }
  likely.sort(
    (one, other) => other.score - one.score || (one.expenses[0].date < other.expenses[0].date ? 1 : -1),
  );
  const pairs: Pair[] = [];
  const used = new Set<Side | Target>();
  for (const { expenses, targets, score, apart } of likely)
    for (const expense of expenses) {
      if (pairs.length === MOST) return pairs;
      if (used.has(expense)) continue;
      const target = targets.find((one) => !used.has(one) && !dismissed.has(`${expense.id} ${one.id}`));
      if (!target) continue;
      used.add(expense).add(target);
      pairs.push({ expense, target, score, apart });
    }
  return pairs;
}

type Alike<Row> = [Row, ...Row[]];

/** Rows of the same account, day, amounts and kind of category. */
function alike<Row extends Pick<Side, 'account_id' | 'date' | 'amount' | 'category_id'>>(
  rows: readonly (Row & Partial<Pick<Side, 'account_amount'>>)[],
): Alike<Row>[] {
  const keyOf = ({ account_id, date, amount, account_amount, category_id }: (typeof rows)[number]) =>
    [account_id, date, amount, account_amount, category_id === null].join();
  return [...Map.groupBy(rows, keyOf).values()] as unknown as Alike<Row>[];
}

type PairInput = v.InferOutput<typeof pairSchema>;

/**
 * Makes two transactions the sides of a transfer; each keeps its day, its text and its amount. Between two currencies, both
 * are worth the same in the person's afterwards.
 * @returns the id by which `restoreTransactions` can undo it
 * @throws DomainError NOT_FOUND, VALIDATION_ERROR for two that cannot be sides
 */
export function joinCandidate(
  context: Writing,
  input: PairInput,
): Promise<{ transfer: Transfer; undoId: string }> {
  const { viewer, now } = context;
  return inLedger(context, async (ledger, inside) => {
    const { expense, income, card } = await requirePair(inside, input);
    const joined = income ? [expense, income] : [expense];
    if (income) await requireSameAmount(inside, expense, income);
    await createTransferCategories(ledger.tx, viewer.id, now);
    const transfer_id = newId(now);
    const deletion = newDeletion(now);
    const asSide = (row: TransactionRow) => ({
      ...row,
      transfer_id,
      category_id: TRANSFER[row.type],
      // It is a paid bill again, should its other side go with an import.
      charge_date: isPaidBill(row) ? row.charge_date : null,
    });
    const sides = (income ? await ofSameWorth(inside, expense, income) : [expense]).map((row) => ({
      ...asSide(row),
      is_detached: detached(row),
      updated_at: nextVersion(row, now),
    }));
    const made = card ? [asSide(arrivalOf(expense, card, now))] : [];
    const changed = sides.filter((side) => {
      const before = joined.find(({ id }) => id === side.id);
      return before && changedInBalance(before, side);
    });
    await requireUnlocked(inside, changed, '', [...changed, ...made]);
    await ledger.update(sides, deletion);
    await ledger.insert(made);
    return { transfer: await readTransfer(inside, transfer_id), undoId: deletion.id };
  });
}

// Otherwise the rest would be in no figure.
async function requireSameAmount(context: Reading, expense: TransactionRow, income: TransactionRow) {
  const accounts = await accountsById(context);
  const isSame = accountOf(accounts, expense).currency === accountOf(accounts, income).currency;
  if (isSame && chargedAmount(expense) !== chargedAmount(income))
    throw invalid({ field: 'incomeId', message: 'errors:transferAmountsDiffer' });
}

/** What left or arrived in the person's currency decides, or else what left, or what arrived where only that is known. */
async function ofSameWorth(
  context: Writing,
  expense: TransactionRow,
  income: TransactionRow,
): Promise<TransactionRow[]> {
  const accounts = await accountsById(context);
  const sides = [expense, income];
  const isOwn = (row: TransactionRow) => accountOf(accounts, row).currency === null;
  const known = sides.find(isOwn) ?? sides.find(({ amount }) => amount > 0);
  if (!known || expense.amount === income.amount) return sides;
  const worth = { convertedAmount: known.amount };
  return Promise.all(
    sides.map(async (row) => {
      if (row === known || isOwn(row)) return row;
      const account = accountOf(accounts, row);
      const place = { account, from: account, viewer: context.viewer, now: context.now };
      return { ...row, ...(await changedMoney(context.db, place, row, worth, row.date)) };
    }),
  );
}

/** The missing side of the payment of a card. */
function arrivalOf(expense: TransactionRow, { id }: AccountRow, now: Date): TransactionRow {
  return {
    ...expense,
    ...PAID_AT_ONCE,
    id: sideIdOf(expense.id),
    type: 'income',
    account_id: id,
    template_id: null,
    occurrence_date: null,
    is_detached: null,
    created_at: now.toISOString(),
    updated_at: now.toISOString(),
  };
}

/** Never offers the two again. @throws DomainError NOT_FOUND, VALIDATION_ERROR */
export function dismissCandidate(context: Writing, input: PairInput): Promise<void> {
  return inLedger(context, async ({ tx }, inside) => {
    const { expense, income, card } = await requirePair(inside, input);
    await insertNotTransfer(tx, {
      user_id: context.viewer.id,
      expense_id: expense.id,
      income_id: (income ?? card).id,
      created_at: context.now.toISOString(),
    });
  });
}

type Sides = { expense: TransactionRow } & (
  | { income: TransactionRow; card: null }
  | { income: null; card: AccountRow }
);

/** What is wrong with a pair: two that cannot be sides. Parts that are not valid by themselves are missing. */
export async function pairErrors(context: Reading, sent: Partial<PairInput>): Promise<FieldError[]> {
  return (await readPair(context, sent)).errors;
}

/** @throws DomainError NOT_FOUND, VALIDATION_ERROR as `pairErrors` says */
async function requirePair(context: Reading, sent: PairInput): Promise<Sides> {
  const { errors, expense, income, card } = await readPair(context, sent);
  refuse(errors);
  if (expense && income) return { expense, income, card: null };
  if (expense && card) return { expense, income: null, card };
  throw new Error('A pair without errors has two sides.');
}

async function readPair(context: Reading, { expenseId, incomeId, accountId }: Partial<PairInput>) {
  const { db, viewer } = context;
  const rows = await findTransactionsOf(
    db,
    viewer.id,
    [expenseId, incomeId].flatMap((id) => id ?? []),
  );
  const errors: FieldError[] = [];
  const side = (field: 'expenseId' | 'incomeId', id: string, type: TransactionRow['type']) => {
    const row = rows.find((found) => found.id === id);
    const isFit = row?.type === type && (!isReserved(row.category_id) || isPaidBill(row));
    if (!isFit) errors.push({ field, message: row ? 'errors:notTransferable' : 'errors:transactionMissing' });
    return isFit ? row : undefined;
  };
  const expense = expenseId ? side('expenseId', expenseId, 'expense') : undefined;
  if (!incomeId && accountId) {
    const accounts = await accountsById(context);
    const card = accounts.get(accountId);
    const ofAccount = accountErrors(accounts, { accountId });
    errors.push(...ofAccount);
    if (!card || !expense || ofAccount.length > 0) return { errors, expense, card };
    const isPayer = card.kind === 'credit_card' && card.pays_from === expense.account_id;
    if (!isPayer || card.currency !== accountOf(accounts, expense).currency)
      errors.push({ field: 'accountId', message: 'errors:notCardPayment' });
    return { errors, expense, card };
  }
  if (!incomeId) errors.push({ field: 'incomeId', message: 'errors:pairSide' });
  const income = incomeId ? side('incomeId', incomeId, 'income') : undefined;
  if (expense && income && expense.account_id === income.account_id)
    errors.push({ field: 'incomeId', message: 'errors:transferSame' });
  return { errors, expense, income };
}
