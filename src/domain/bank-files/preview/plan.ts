import type { AccountRow, ImportedLineRow } from '../../../db/tables.ts';
import { todayOf } from '../../calendar.ts';
import { nameKey } from '../../categories/words.ts';
import type { Reading } from '../../context.ts';
import { readRevision } from '../../ledger/ledger.ts';
import type { ShownPayment } from '../../money-accounts/cards/expected-installments.ts';
import { readOfPurchases } from '../../money-accounts/cards/read-expected.ts';
import { currencyOf } from '../../money-accounts/currencies/currency.ts';
import { filled } from '../../rules/match.ts';
import { activeRules } from '../../rules/outcomes.ts';
import { pauseIfDue } from '../../throttle.ts';
import type { FileRow } from '../bank-file.ts';
import { joinBoth, saidBy } from '../matching/both-sides.ts';
import { readKnown } from '../matching/known-transactions.ts';
import type { Known, Line } from '../matching/line.ts';
import { matchLines } from '../matching/match-lines.ts';
import { offerTransfers } from '../matching/offered.ts';
import { readSides } from '../matching/sides.ts';
import { byRule, findTransfers, joinOthers, namedAccounts } from '../matching/transfers.ts';
import { accountsWith, newAccountsIn } from '../new-accounts.ts';
import type { Difference } from '../outcome.ts';
import { namesAccount } from '../reading/find-account.ts';
import { stringPool } from '../string-pool.ts';
import { defaultDecision } from './default-decision.ts';
import { lineOf, minorOf, poolTexts, spanOf } from './lines.ts';
import type { PlacedFile, PlannedRow, RowHints } from './planned.ts';

type Counts = Record<ImportedLineRow['state'], number>;

export interface Planned {
  /** The revision of the person's money, before anything of it was read. */
  revision: number;
  rows: PlannedRow[];
  file: PlacedFile;
  counts: Counts;
  income: number;
  expenses: number;
  differences: Difference[];
}

/** How many rows are in memory twice, and are planned or counted before other requests get a turn. */
const ROWS_AT_ONCE = 1000;

/** Decides what becomes of the rows of a file. Empties `file.rows`, so that a large file is not in memory twice. */
export async function planLines(context: Reading, file: PlacedFile): Promise<Planned> {
  const revision = await readRevision(context);
  const accounts = await accountsWith(context, newAccountsIn(file.found));
  const today = todayOf(context);
  const pooled = stringPool();
  const plannedOf = (row: FileRow): PlannedRow => {
    const id = file.accountOfRow?.(row) ?? file.found[row.account ?? 0]?.account_id ?? file.main;
    const account = accounts.get(id) as AccountRow;
    const currency = currencyOf(account, context.viewer);
    const { content, error } = lineOf(row, { currency, fileCurrency: file.currency, today });
    poolTexts(content, pooled);
    // A rate of the file is in the currency of its person.
    if (file.currency !== context.viewer.currency) content.rate = null;
    // In a card's file the text of a purchase is the merchant.
    if (account.kind === 'credit_card' && row.type === 'expense')
      content.merchant_name ??= content.description;
    return { hints: hintsOf(row), account, content, error, match: null, transfer: null, outcome: null };
  };
  const rows: PlannedRow[] = [];
  // There may be a hundred thousand rows, and the file's copies are not needed any more.
  while (file.rows.length > 0) {
    await pauseIfDue();
    for (const row of file.rows.splice(0, ROWS_AT_ONCE)) rows.push(plannedOf(row));
  }
  await pauseIfDue();
  const valid = rows.filter(({ error }) => error === null);
  await pauseIfDue();
  await planRows(context, valid, file, accounts);
  const currency = file.currency ?? currencyOf(accounts.get(file.main) as AccountRow, context.viewer);
  return { revision, rows, file, ...(await summaryOf(rows, file, currency)) };
}

export const NO_HINTS: RowHints = {};

function hintsOf({ sheet, category, transfer }: FileRow): RowHints {
  return sheet || category || transfer
    ? { ...(sheet && { sheet }), ...(category && { category }), ...(transfer && { transfer }) }
    : NO_HINTS;
}

/**
 * Finds rows among the transactions that are there, applies the person's rules, and finds the transfers.
 * @param isAsked whether rules are applied to a row
 */
export async function planRows<Row extends PlannedRow>(
  context: Reading,
  rows: readonly Row[],
  file: Pick<PlacedFile, 'kind' | 'found'>,
  accounts: ReadonlyMap<string, AccountRow>,
  isAsked: (row: Row) => boolean = () => true,
): Promise<void> {
  if (rows.length === 0) return;
  await recognize(context, rows, file, accounts);
  // Read after that, so that what rows are compared with is not in memory twice.
  const sides = await readSides(context, rows, accounts);
  await findTransfers(context, rows, { found: file.found, accounts, sides });
  await applyRules(context, rows.filter(isAsked), accounts);
  await joinOthers(context, rows, { accounts, sides });
  await joinBoth(context, rows, { accounts, sides });
  // Our own files say what is a transfer.
  if (file.kind !== 'account') await offerTransfers(context, rows, { accounts, sides });
}

/** Finds rows among the transactions that are there. */
async function recognize(
  context: Reading,
  rows: readonly PlannedRow[],
  { kind, found }: Pick<PlacedFile, 'kind' | 'found'>,
  accounts: ReadonlyMap<string, AccountRow>,
): Promise<void> {
  const known = await readKnown(context, rows, accounts);
  const source = { kind, ...spanOf(rows.map(({ content }) => content.date)) };
  const outcomeOf = await activeRules(context);
  await pauseIfDue();
  const lines = { length: rows.length, at: (index: number) => toLine(rows[index] as PlannedRow) };
  const movesTo = (index: number) => {
    const { content, account } = rows[index] as PlannedRow;
    const to = accounts.get(outcomeOf?.({ ...content, account_id: account.id })?.account_to ?? '');
    return to && to.id !== account.id ? to.id : null;
  };
  const names = (index: number, id: string) => {
    const [planned, account] = [rows[index], accounts.get(id)];
    return planned !== undefined && account !== undefined && namesAccount(saidBy(planned), account);
  };
  const accountNamed = namedAccounts(context, { found, accounts });
  const saysMove = (index: number) => {
    const { hints, account } = rows[index] as PlannedRow;
    const other = hints.transfer && accountNamed.get(nameKey(hints.transfer.account));
    return other && other.id !== account.id
      ? { to: other.id, isNamedBy: (one: Known) => namesAccount([one.description, one.payee], other) }
      : null;
  };
  const matches = await matchLines(lines, known, source, movesTo, names, saysMove);
  for (const [index, planned] of rows.entries()) planned.match = matches[index] ?? null;
  const coming = rows.flatMap((planned, index) => (planned.match ? [] : paymentsOf(planned, index)));
  const { ended, charges } =
    coming.length > 0 ? await readOfPurchases(context, coming, accounts) : NO_PURCHASES;
  for (const [index, planned] of rows.entries()) {
    if (ended.has(`${index}`)) planned.isEnded = true;
    // The file of an account says all that it knows.
    if (kind !== 'account') planned.content.charge_date ??= charges.get(`${index}`) ?? null;
  }
  await pauseIfDue();
}

const NO_PURCHASES = { ended: new Set<string>(), charges: new Map<string, string>() };

/** Later than anything that was deleted. */
const COMING = '9';

/** A payment of a purchase as it would come in, with its place instead of an id; none where it is no payment. */
function paymentsOf({ content, account }: PlannedRow, index: number): ShownPayment[] {
  const { date, charge_date, type, description, amount, installment_n, installment_total } = content;
  if (installment_n === null) return [];
  const of = installment_total ?? installment_n;
  const nothing = { category_id: null, account_amount: null, payments_end: null, price: null, each: null };
  const coming = { came_at: COMING, deleted_at: null, shown: null, shownAmount: null };
  const row = { ...nothing, date, charge_date, type, description, amount };
  return [{ ...row, ...coming, id: `${index}`, account_id: account.id, n: installment_n, of }];
}

/**
 * Applies the person's rules: they fill missing fields, leave rows out or make them transfers. Matched rows stay as
 * they are.
 */
async function applyRules(
  context: Reading,
  rows: readonly PlannedRow[],
  accounts: ReadonlyMap<string, AccountRow>,
): Promise<void> {
  const outcomeOf = await activeRules(context);
  if (!outcomeOf) return;
  for (const [index, planned] of rows.entries()) {
    if (index % ROWS_AT_ONCE === 0) await pauseIfDue();
    const { content, account, match, transfer } = planned;
    if (match?.state === 'matched' || transfer) continue;
    const outcome = outcomeOf({ ...content, account_id: account.id });
    if (!outcome) continue;
    planned.outcome = outcome;
    const { merchant_name, notes } = filled({ ...content, category_id: null }, outcome);
    planned.content = { ...content, merchant_name, notes };
    const { account_to } = outcome;
    if (account_to && account_to !== account.id && !match)
      planned.transfer = byRule(accounts.get(account_to), context);
  }
}

function toLine({ account, content }: PlannedRow): Line {
  return {
    accountId: account.id,
    date: content.date,
    type: content.type,
    amount: content.amount,
    currency: content.currency ?? '',
    description: content.description,
    payee: content.merchant_name,
    externalId: content.external_id,
    corrects: content.corrects,
    installment: content.installment_n,
    installmentTotal: content.installment_total,
    chargeDate: content.charge_date,
    isPending: content.is_pending === 1,
    original:
      content.original_amount === null || content.original_currency === null
        ? null
        : { amount: content.original_amount, currency: content.original_currency },
  };
}

/**
 * Counts rows by state, sums them, and compares the bills of a card with the printed sums. @param currency of the sums
 */
async function summaryOf(
  rows: readonly PlannedRow[],
  { kind, skipped, errors, totals = [] }: PlacedFile,
  currency: string,
) {
  const counts: Counts = {
    new: 0,
    matched: 0,
    probable: 0,
    transfer: 0,
    pending: 0,
    skipped: skipped.length,
    error: errors.length,
  };
  const sums = { income: 0, expense: 0 };
  const charged = new Map<string, number>();
  for (const [index, planned] of rows.entries()) {
    if (index % ROWS_AT_ONCE === 0) await pauseIfDue();
    const { state } = defaultDecision(planned);
    counts[state] += 1;
    if (state === 'error' || state === 'pending' || planned.content.currency !== currency) continue;
    const { type, amount, charge_date } = planned.content;
    // Our own files say of every row whether it moves money between accounts.
    if (kind !== 'account' || !planned.hints.transfer) sums[type] += amount;
    if (charge_date) {
      const signed = type === 'expense' ? amount : -amount;
      charged.set(charge_date, (charged.get(charge_date) ?? 0) + signed);
    }
  }
  const differences = totals
    .map(({ chargeDate, amount }) => ({
      charge_date: chargeDate,
      printed: minorOf(amount),
      read: charged.get(chargeDate) ?? 0,
    }))
    .filter(({ printed, read }) => printed !== read);
  return { counts, income: sums.income, expenses: sums.expense, differences };
}
