import { setImmediate as others } from 'node:timers/promises';
import type { AccountRow, BankImportRow, ImportedLineRow } from '../../db/tables.ts';
import { translator } from '../../i18n/translate.ts';
import { presentPaid } from '../account-files/list-rows.ts';
import type { Reading } from '../context.ts';
import { notFound } from '../error.ts';
import { folded, searchedWords } from '../folded-text.ts';
import { toDecimal } from '../money.ts';
import { currencyOf } from '../money-accounts/currencies/currency.ts';
import { accountsById, balanceOn } from '../money-accounts/read.ts';
import { orderKey } from '../text-order.ts';
import type { MappingQuestion } from './bank-file.ts';
import { countImports, findDone, findImport, findImports } from './imports.queries.ts';
import {
  countByReason,
  countLines,
  countMadeWithoutCategory,
  countOfStage,
  findLines,
  findLinesNumbered,
  findLineTexts,
  LINE_ORDERS,
  type LineFilter,
  type LineState,
  sumToCome,
} from './lines.queries.ts';
import { OFFER_REASONS } from './matching/offered.ts';
import { accountsWith, newAccountsOf } from './new-accounts.ts';
import type { FoundAccount, ImportOutcome, LeftOutParts } from './outcome.ts';
import { misplacedIn } from './reading/find-account.ts';
import { REASONS } from './texts.ts';

export { LINE_ORDERS };

/** An import with what follows from it; amounts in minor units. */
export interface ImportState {
  row: BankImportRow;
  /** Null while it is not known. */
  account: AccountRow | null;
  /** The accounts to create when it is carried out. */
  newAccounts: ReadonlySet<string>;
  counts: Record<LineState, number>;
  ambiguous: string[];
  accounts: FoundAccount[];
  question: MappingQuestion | null;
  outcome: ImportOutcome;
  /** The bank's closing balance minus ours, once this import is carried out; minor units, null if unknown. */
  difference: number | null;
  /**
   * The kind of account that the file is of, if the chosen account is of the other kind and the person has not
   * confirmed it.
   */
  misplaced: 'card' | 'bank' | null;
}

const NONE: Record<LineState, number> = {
  new: 0,
  matched: 0,
  probable: 0,
  transfer: 0,
  pending: 0,
  skipped: 0,
  error: 0,
};

/** @throws DomainError NOT_FOUND */
export async function readBankImport(context: Reading, id: string): Promise<ImportState> {
  const row = await findImport(context.db, context.viewer.id, id);
  if (!row) throw notFound();
  return stateOf(context, row);
}

export interface Part {
  offset: number;
  limit: number;
}

/** The newest first. */
export async function listImports(context: Reading, part: Part) {
  const { db, viewer } = context;
  const total = await countImports(db, viewer.id);
  const imports: ImportState[] = [];
  for (const row of await findImports(db, viewer.id, part)) imports.push(await stateOf(context, row));
  return { imports, total };
}

/** The oldest open import among the latest, after one that is done: of a file that has come in no other is wanted. */
export async function nextWaiting(context: Reading): Promise<ImportState | undefined> {
  const { imports } = await listImports(context, { offset: 0, limit: 10 });
  const done = new Set(imports.flatMap(({ row }) => (row.status === 'done' ? row.hash : [])));
  const isOpen = (row: BankImportRow) => row.status === 'preview' || row.status === 'needs_mapping';
  return imports.findLast(({ row }) => isOpen(row) && (row.hash === '' || !done.has(row.hash)));
}

export async function stateOf(context: Reading, row: BankImportRow): Promise<ImportState> {
  const there = await accountsById(context);
  const made = newAccountsOf(row);
  const all = await accountsWith(context, made);
  const account = all.get(row.account_id ?? '') ?? null;
  const accounts: FoundAccount[] = JSON.parse(row.file_accounts);
  const placed = accounts.length > 0 ? accounts : [{ account_id: row.account_id }];
  const outcome: ImportOutcome = JSON.parse(row.outcome);
  const canBeMoved = row.status === 'preview' && row.stage === 0 && !outcome.isSure;
  return {
    row,
    account,
    newAccounts: new Set([...made.keys()].filter((id) => !there.has(id))),
    accounts,
    misplaced: placed.reduce<ImportState['misplaced']>((found, named) => {
      const one = all.get(named.account_id ?? '');
      return found ?? (one && canBeMoved ? misplacedIn(row.kind, named, one) : null);
    }, null),
    counts: { ...NONE, ...JSON.parse(row.counts) },
    ambiguous: JSON.parse(row.ambiguous),
    question: row.question === null ? null : JSON.parse(row.question),
    outcome,
    difference: account && (await differenceOf(context, row, account)),
  };
}

async function differenceOf(
  { db, viewer }: Reading,
  row: BankImportRow,
  account: AccountRow,
): Promise<number | null> {
  const { closing_balance, period_to, status } = row;
  if (closing_balance === null || period_to === null || status === 'undone') return null;
  if (row.currency !== currencyOf(account, viewer)) return null;
  const toCome = status === 'preview' ? await sumToCome(db, row, period_to) : 0;
  return closing_balance - ((await balanceOn(db, viewer.id, account.id, period_to)) + toCome);
}

/** How many transactions that an import brought have no category now. */
export const countToCategorise = ({ db }: Pick<Reading, 'db'>, row: BankImportRow): Promise<number> =>
  countMadeWithoutCategory(db, row);

/**
 * How many lines would be imported now, how many of them without a category, how many that are offered as transfers, and
 * how many that pay a card which is not recorded here.
 */
export async function countToBring(
  { db }: Pick<Reading, 'db'>,
  row: Pick<BankImportRow, 'user_id' | 'id' | 'stage'>,
): Promise<Record<'toBring' | 'uncategorised' | 'offered' | 'noCard', number>> {
  const { toBring } = await countOfStage(db, row);
  const uncategorised = await countLines(db, row.user_id, row.id, { isUncategorised: true });
  const reasons = await countByReason(db, row, [...OFFER_REASONS, 'noCard']);
  const offered = OFFER_REASONS.reduce((sum, why) => sum + (reasons.get(why) ?? 0), 0);
  return { toBring, uncategorised, offered, noCard: reasons.get('noCard') ?? 0 };
}

/**
 * A page of the lines of an import, as they come in: only of a card has a line a day on which it is charged. Of a search,
 * those with each of its words. Names are ordered as everywhere, by keys that no engine makes.
 * @throws DomainError NOT_FOUND
 */
export async function listLines(
  context: Reading,
  id: string,
  { offset, limit, search = '', ...filter }: LineFilter & Part & { search?: string },
) {
  const { db, viewer } = context;
  const file = await findImport(db, viewer.id, id);
  if (!file) throw notFound();
  const accounts = await accountsWith(context, newAccountsOf(file));
  const shownOf = (line: ImportedLineRow) => {
    const account = accounts.get(line.account_id ?? file.account_id ?? '');
    return account && account.kind !== 'credit_card' ? { ...line, charge_date: null } : line;
  };
  const words = searchedWords(search);
  if (words.length > 0 || filter.order === 'name') {
    const numbers = await searchLines(context, id, filter, words);
    const shown = numbers.slice(offset, offset + limit);
    const rows = (await findLinesNumbered(db, viewer.id, id, shown)).toSorted(
      (one, other) => shown.indexOf(one.number) - shown.indexOf(other.number),
    );
    return { rows: rows.map(shownOf), total: numbers.length };
  }
  const total = await countLines(db, viewer.id, id, filter);
  const rows = await findLines(db, viewer.id, id, { ...filter, limit, offset });
  return { rows: rows.map(shownOf), total };
}

/** How many lines are read at once, before other requests get a turn. */
const SEARCHED_AT_ONCE = 5000;

async function searchLines(
  { db, viewer }: Reading,
  id: string,
  filter: LineFilter,
  words: readonly string[],
): Promise<number[]> {
  const lines: { number: number; key: string }[] = [];
  const isByName = filter.order === 'name';
  for (let offset = 0; ; offset += SEARCHED_AT_ONCE) {
    const some = await findLineTexts(db, viewer.id, id, { ...filter, limit: SEARCHED_AT_ONCE, offset });
    for (const { number, ...texts } of some) {
      const text = folded(Object.values(texts).filter(Boolean).join(' '));
      if (words.every((word) => text.includes(word)))
        lines.push({ number, key: isByName ? orderKey(texts.description) : '' });
    }
    if (some.length < SEARCHED_AT_ONCE) break;
    await others();
  }
  if (isByName) lines.sort((one, other) => Number(one.key > other.key) - Number(one.key < other.key));
  return lines.map(({ number }) => number);
}

/** Lines of an import by their numbers, in no order. */
export function readLines(
  { db, viewer }: Pick<Reading, 'db' | 'viewer'>,
  id: string,
  numbers: readonly number[],
): Promise<ImportedLineRow[]> {
  return findLinesNumbered(db, viewer.id, id, numbers);
}

const decimal = (minor: number | null) => (minor === null ? null : toDecimal(minor));

/** What fits in two readings; whose columns are not known has a `mapping` that lacks them. */
export const AMBIGUITIES = ['date_order', 'decimal_mark', 'sign', 'account'] as const;

const isAmbiguity = (name: string): name is (typeof AMBIGUITIES)[number] =>
  (AMBIGUITIES as readonly string[]).includes(name);

/** For API answers: amounts as decimals. */
export function presentImport({ row, counts, ambiguous, question, difference, ...state }: ImportState) {
  const { differences = [], parts = {} } = state.outcome;
  const thereOr = (id: string | null) => (state.newAccounts.has(id ?? '') ? null : id);
  return {
    id: row.id,
    file_name: row.file_name,
    kind: row.kind,
    // An import that is still being read is not listed.
    status: row.status as Exclude<BankImportRow['status'], 'reading'>,
    account_id: thereOr(row.account_id),
    accounts: state.accounts.map(({ number, iban, card, name, account_id }) => ({
      name: name ?? card ?? iban ?? number ?? '',
      account_id: thereOr(account_id),
    })),
    currency: row.currency,
    period: { from: row.period_from, to: row.period_to },
    counts,
    totals: { income: toDecimal(row.income), expenses: toDecimal(row.expenses) },
    closing_balance: decimal(row.closing_balance),
    balance_difference: decimal(difference),
    differences: differences.map(({ charge_date, printed, read }) => ({
      charge_date,
      printed: toDecimal(printed),
      read: toDecimal(read),
    })),
    parts_left_out: Object.entries(parts).map(([part, count]) => ({
      part: part as keyof LeftOutParts,
      count,
    })),
    ambiguous: ambiguous.filter(isAmbiguity),
    mapping: question && {
      columns: question.mapping.columns,
      date_order: question.mapping.dateOrder,
      decimal_mark: question.mapping.decimalMark,
      sign: question.mapping.sign,
      header: question.header,
      sample: question.sample,
    },
    created_at: row.created_at,
    done_at: row.done_at,
    undone_at: row.undone_at,
  };
}

/** The reason of a line's state in the person's language; null where it needs none. */
export function whyOf({ why, why_values }: ImportedLineRow, { locale }: Pick<Reading, 'locale'>) {
  return why === null ? null : translator(locale)(REASONS[why], JSON.parse(why_values ?? '{}'));
}

/** For API answers. The fields of a row are null in skipped lines. */
export function presentLine(
  row: ImportedLineRow,
  context: Pick<Reading, 'locale'>,
  newAccounts: ReadonlySet<string>,
) {
  const thereOr = (id: string | null) => (newAccounts.has(id ?? '') ? null : id);
  const isRow = row.date !== '';
  const said = whyOf(row, context);
  return {
    index: row.number,
    line: row.line,
    state: row.state,
    decision: row.decision,
    date: isRow ? row.date : null,
    charge_date: row.charge_date,
    amount: isRow ? toDecimal(row.amount) : null,
    currency: row.currency,
    type: isRow ? row.type : null,
    description: row.description,
    merchant_name: row.merchant_name,
    notes: row.notes,
    category_id: row.category_id,
    category_source: row.category_source,
    account_id: thereOr(row.account_id),
    external_id: row.external_id,
    ...presentPaid(row),
    matched_transaction_id: row.matched_id,
    transfer_account_id: thereOr(row.other_account_id),
    transaction_id: row.decision === 'import' || row.decision === 'transfer' ? row.made_id : null,
    why: row.state === 'error' ? null : said,
    message: row.state === 'error' ? said : null,
  };
}

export type PresentedLine = ReturnType<typeof presentLine>;

/** When files were last imported into accounts, by account id: ISO 8601 in UTC. */
export async function latestImports({ db, viewer }: Reading): Promise<Map<string, string>> {
  const latest = new Map<string, string>();
  for (const { account_id, file_accounts, done_at } of await findDone(db, viewer.id)) {
    const named = (JSON.parse(file_accounts) as FoundAccount[]).map((account) => account.account_id);
    for (const id of [account_id, ...named]) if (id && done_at) latest.set(id, done_at);
  }
  return latest;
}
