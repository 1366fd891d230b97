import type * as v from 'valibot';
import { translator } from '../../../i18n/translate.ts';
import { plusDays, todayOf } from '../../calendar.ts';
import { createTransferCategories } from '../../categories/defaults.ts';
import type { Reading, Writing } from '../../context.ts';
import { invalid, notFound } from '../../error.ts';
import { newId } from '../../id.ts';
import { inLedger, newDeletion } from '../../ledger/ledger.ts';
import { isReserved, TRANSFER } from '../../ledger/opening.ts';
import { requireUnlocked } from '../../money-accounts/lock.ts';
import { accountsById } from '../../money-accounts/read.ts';
import { fromSnapshot } from '../../snapshot.ts';
import { nextVersion } from '../../version.ts';
import { detached } from '../change.ts';
import type { Entry } from '../present.ts';
import { withParts } from '../read.ts';
import { findTransactionsOf } from '../transactions.queries.ts';
import type { pairSchema } from './schema.ts';
import type { Transfer } from './transfer.ts';
import { findNotTransfers, findPossibleSides, insertNotTransfer, type Side } from './transfers.queries.ts';
import { readTransfer } from './transfers.ts';

/** How far back pairs are searched: older ones would have been met before. */
const SEARCHED_DAYS = 366;

const MOST = 50;

export interface Candidate {
  expense: Entry;
  income: Entry;
  /** Between 0 and 1. */
  score: number;
  why: string;
}

/**
 * Pairs that may be two sides of a transfer, the likeliest first: an expense of one account and an income of another, of
 * the same amount, and at most so many days apart. Each transaction is in one pair at most.
 */
export function candidates(context: Reading, days: number, within = SEARCHED_DAYS): Promise<Candidate[]> {
  return fromSnapshot(context, async (inside) => {
    const { db, viewer, locale } = inside;
    const accounts = await accountsById(inside);
    if (accounts.size < 2) return [];
    const today = todayOf(inside);
    const rows = await findPossibleSides(db, viewer.id, plusDays(today, -within), today);
    const dismissed = new Set(
      (await findNotTransfers(db, viewer.id)).map(
        ({ expense_id, income_id }) => `${expense_id} ${income_id}`,
      ),
    );
    const pays = (expense: Side, income: Side) =>
      accounts.get(income.account_id)?.pays_from === expense.account_id;
    const pairs = pairsOf(rows, { days, dismissed, pays }).slice(0, MOST);
    const whole = await findTransactionsOf(
      db,
      viewer.id,
      pairs.flatMap(({ expense, income }) => [expense.id, income.id]),
    );
    const entries = new Map((await withParts(inside, whole)).map((entry) => [entry.row.id, entry]));
    const t = translator(locale);
    return pairs.flatMap(({ expense, income, score, apart }) => {
      const [one, other] = [entries.get(expense.id), entries.get(income.id)];
      const why = apart === 0 ? t('money:sameDay') : t('money:daysApart', { count: apart });
      return one && other ? [{ expense: one, income: other, score, why }] : [];
    });
  });
}

interface Pair {
  expense: Side;
  income: Side;
  score: number;
  apart: number;
}

interface Matching {
  days: number;
  dismissed: ReadonlySet<string>;
  /** Whether the account of an expense pays the card of an income. */
  pays: (expense: Side, income: Side) => boolean;
}

export function pairsOf(rows: readonly Side[], { days, dismissed, pays }: Matching): Pair[] {
  const incomes = Map.groupBy(
    rows.filter(({ type }) => type === 'income'),
    amountOf,
  );
  const pairs: Pair[] = [];
  for (const expense of rows) {
    if (expense.type !== 'expense') continue;
    for (const income of incomes.get(amountOf(expense)) ?? []) {
      const apart = daysBetween(expense.date, income.date);
      if (apart > days || expense.account_id === income.account_id) continue;
      if (dismissed.has(`${expense.id} ${income.id}`)) continue;
      const isPayment = pays(expense, income);
      const isUncategorized = expense.category_id === null && income.category_id === null;
      const score =
        0.5 + 0.3 * (1 - apart / (days + 1)) + (isPayment ? 0.15 : 0) + (isUncategorized ? 0.05 : 0);
      pairs.push({ expense, income, score: Math.round(score * 100) / 100, apart });
    }
  }
  pairs.sort((one, other) => other.score - one.score || (one.expense.date < other.expense.date ? 1 : -1));
  const used = new Set<string>();
  return pairs.filter(({ expense, income }) => {
    if (used.has(expense.id) || used.has(income.id)) return false;
    used.add(expense.id).add(income.id);
    return true;
  });
}

const amountOf = ({ amount }: Side) => amount;

const daysBetween = (one: string, other: string) =>
  Math.abs(Math.round((Date.parse(one) - Date.parse(other)) / 86_400_000));

type PairInput = v.InferOutput<typeof pairSchema>;

/**
 * Makes two transactions the sides of a transfer; each keeps its day, its text and its amount.
 * @returns the id by which `restoreTransactions` can undo it
 * @throws DomainError NOT_FOUND, VALIDATION_ERROR for two that cannot be sides
 */
export function joinCandidate(
  context: Writing,
  input: PairInput,
): Promise<{ transfer: Transfer; undoId: string }> {
  const { viewer, now } = context;
  return inLedger(context, async (ledger, inside) => {
    const { expense, income } = await requirePair(inside, input);
    await createTransferCategories(ledger.tx, viewer.id, now);
    const transfer_id = newId(now);
    const deletion = newDeletion(now);
    const sides = [expense, income].map((row) => ({
      ...row,
      transfer_id,
      category_id: TRANSFER[row.type],
      is_detached: detached(row),
      updated_at: nextVersion(row, now),
    }));
    await requireUnlocked(inside, sides);
    await ledger.update(sides, deletion);
    return { transfer: await readTransfer(inside, transfer_id), undoId: deletion.id };
  });
}

/** Never offers the two again. @throws DomainError NOT_FOUND, VALIDATION_ERROR */
export function dismissCandidate(context: Writing, input: PairInput): Promise<void> {
  return inLedger(context, async ({ tx }, inside) => {
    const { expense, income } = await requirePair(inside, input);
    await insertNotTransfer(tx, {
      user_id: context.viewer.id,
      expense_id: expense.id,
      income_id: income.id,
      created_at: context.now.toISOString(),
    });
  });
}

async function requirePair({ db, viewer }: Reading, { expenseId, incomeId }: PairInput) {
  const rows = await findTransactionsOf(db, viewer.id, [expenseId, incomeId]);
  const expense = rows.find(({ id }) => id === expenseId);
  const income = rows.find(({ id }) => id === incomeId);
  if (!expense) throw notFound([{ field: 'expenseId', message: 'errors:valueInvalid' }]);
  if (!income) throw notFound([{ field: 'incomeId', message: 'errors:valueInvalid' }]);
  const isUsable = (row: typeof expense, type: 'expense' | 'income') =>
    row.type === type && !isReserved(row.category_id);
  if (!isUsable(expense, 'expense')) throw invalid({ field: 'expenseId', message: 'errors:notTransferable' });
  if (!isUsable(income, 'income')) throw invalid({ field: 'incomeId', message: 'errors:notTransferable' });
  if (expense.account_id === income.account_id)
    throw invalid({ field: 'incomeId', message: 'errors:transferSame' });
  return { expense, income };
}
