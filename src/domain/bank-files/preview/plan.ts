import { setImmediate as others } from 'node:timers/promises';
import type { AccountRow, BankImportRow, ImportedLineRow } from '../../../db/tables.ts';
import type { TextKey } from '../../../i18n/texts.ts';
import { plusDays, plusMonths, todayOf } from '../../calendar.ts';
import { categoryNames } from '../../categories/name.ts';
import { readCategories } from '../../categories/read.ts';
import { certainCategories } from '../../categories/suggestions/suggest.ts';
import { nameKey } from '../../categories/words.ts';
import type { Reading, Writing } from '../../context.ts';
import { newIdAt } from '../../id.ts';
import { readRevision } from '../../ledger/ledger.ts';
import { currencyOf } from '../../money-accounts/currencies/currency.ts';
import { filled } from '../../rules/match.ts';
import { activeRules, countRules } from '../../rules/outcomes.ts';
import { scan } from '../../snapshot.ts';
import { inAccount } from '../../transactions/transfers/transfer.ts';
import type { FileLine, FileRow, RowError, SkipReason } from '../bank-file.ts';
import { insertLines } from '../lines.queries.ts';
import { joinBoth } from '../matching/both-sides.ts';
import { findKnown, findSeen, type KnownRow, type SeenLine } from '../matching/existing.queries.ts';
import { isReplacing, type Known, type Line, matchLines } from '../matching/match.ts';
import { byRule, findTransfers, joinOthers } from '../matching/transfers.ts';
import { accountsWith, newAccountsIn } from '../new-accounts.ts';
import { oneOfEach } from '../one-of-each.ts';
import { ASKED, ERRORS, SKIPPED, WHY } from '../texts.ts';
import { lineOf, minorOf, spanOf } from './lines.ts';
import type { PlacedFile, PlannedRow, RowHints } from './planned.ts';

type Counts = Record<ImportedLineRow['state'], number>;

/** The printed sum of a card's bill, and that of its rows; minor units. */
export interface Difference {
  charge_date: string;
  printed: number;
  read: number;
}

export interface Planned {
  /** Of the person's money, before anything of it was read. */
  revision: number;
  rows: PlannedRow[];
  file: PlacedFile;
  counts: Counts;
  income: number;
  expenses: number;
  differences: Difference[];
}

/** How far around a file transactions may be that its rows are. */
const DAYS_AROUND = 10;

/** Rows of a file that are in memory twice, and that are planned or counted before other requests get a turn. */
const TAKEN_AT_ONCE = 1000;

/** Decides what becomes of the rows of a file, which it takes out of there. */
export async function planLines(context: Reading, file: PlacedFile): Promise<Planned> {
  const revision = await readRevision(context);
  const accounts = await accountsWith(context, newAccountsIn(file.found));
  const today = todayOf(context);
  const same = oneOfEach();
  const plannedOf = (row: FileRow): PlannedRow => {
    const id = file.accountOfRow?.(row) ?? file.found[row.account ?? 0]?.account_id ?? file.main;
    const account = accounts.get(id) as AccountRow;
    const currency = currencyOf(account, context.viewer);
    const { content, error } = lineOf(row, { currency, fileCurrency: file.currency, today });
    content.date = same(content.date);
    // What a card's file says of a purchase is where it was.
    if (account.kind === 'credit_card' && row.type === 'expense')
      content.merchant_name ??= content.description;
    return { hints: hintsOf(row), account, content, error, match: null, transfer: null, outcome: null };
  };
  const rows: PlannedRow[] = [];
  // There may be a hundred thousand, and nobody needs them as they are in the file any more.
  while (file.rows.length > 0) {
    for (const row of file.rows.splice(0, TAKEN_AT_ONCE)) rows.push(plannedOf(row));
    await others();
  }
  const valid = rows.filter(({ error }) => error === null);
  const sides = await recognise(context, valid, file, accounts);
  await applyRules(context, valid, accounts);
  await joinOthers(context, valid, { accounts, sides });
  joinBoth(context, valid, { accounts, sides });
  const currency = file.currency ?? currencyOf(accounts.get(file.main) as AccountRow, context.viewer);
  return { revision, rows, file, ...(await summed(rows, file, currency)) };
}

const NO_HINTS: RowHints = {};

function hintsOf({ sheet, category, transfer, isCardPayment }: FileRow): RowHints {
  return sheet || category || transfer || isCardPayment
    ? {
        ...(sheet && { sheet }),
        ...(category && { category }),
        ...(transfer && { transfer }),
        isCardPayment: isCardPayment === true,
      }
    : NO_HINTS;
}

/**
 * Finds rows among the transactions that are there, and the transfers.
 * @returns what may be the other side of one
 */
export async function recognise(
  context: Reading,
  rows: readonly PlannedRow[],
  { kind, found }: Pick<PlacedFile, 'kind' | 'found'>,
  accounts: ReadonlyMap<string, AccountRow>,
): Promise<KnownRow[]> {
  if (rows.length === 0) return [];
  const { known, sides } = await readKnown(context, rows, accounts);
  const source = { kind, ...spanOf(rows.map(({ content }) => content.date)) };
  const outcomeOf = await activeRules(context);
  const matches = await matchLines(rows.map(toLine), known, source, (index) => {
    const { content, account } = rows[index] as PlannedRow;
    const to = accounts.get(outcomeOf?.({ ...content, account_id: account.id })?.account_to ?? '');
    return to && to.id !== account.id ? to.id : null;
  });
  for (const [index, planned] of rows.entries()) planned.match = matches[index] ?? null;
  await findTransfers(context, rows, { found, accounts, sides });
  return sides;
}

/** Rules fill what a row lacks, leave it out, or make it a transfer; what is there already stays as it is. */
export async function applyRules(
  context: Reading,
  rows: readonly PlannedRow[],
  accounts: ReadonlyMap<string, AccountRow>,
): Promise<void> {
  const outcomeOf = await activeRules(context);
  if (!outcomeOf) return;
  for (const [place, planned] of rows.entries()) {
    if (place % TAKEN_AT_ONCE === 0) await others();
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
    isPending: content.is_pending === 1,
    original:
      content.original_amount === null || content.original_currency === null
        ? null
        : { amount: content.original_amount, currency: content.original_currency },
  };
}

/** What is there around the rows of a file, in all accounts, because a transfer has its other side elsewhere. */
async function readKnown(
  context: Reading,
  rows: readonly PlannedRow[],
  accounts: ReadonlyMap<string, AccountRow>,
): Promise<{ known: Known[]; sides: KnownRow[] }> {
  const dates = rows.map(({ content }) => content.date);
  const later = rows.flatMap(({ content: { date, installment_n } }) =>
    installment_n === null ? [] : [plusMonths(date, installment_n - 1)],
  );
  const span = spanOf([...dates, ...later]);
  const range = { from: plusDays(span.from, -DAYS_AROUND), to: plusDays(span.to, DAYS_AROUND) };
  const ids = rows.flatMap(({ content }) => [content.external_id ?? [], content.corrects ?? []].flat());
  const externalIds = [...new Set(ids)];
  const currencies = new Map(
    [...accounts.values()].map((account) => [account.id, currencyOf(account, context.viewer)]),
  );
  return scan(context, async ({ db, viewer }) => {
    const there = new There(currencies);
    const sides: KnownRow[] = [];
    for await (const row of findKnown(db, viewer.id, range)) {
      there.add(row);
      if (accounts.size > 1) sides.push(row);
    }
    there.noteMoved(sides);
    for await (const line of findSeen(db, viewer.id, range, externalIds)) there.see(line);
    return { known: there.known, sides };
  });
}

/** Transactions as they are now, as they were paid, and as banks wrote them, so that edited ones are recognised too. */
class There {
  readonly known: Known[] = [];
  readonly #currencies: ReadonlyMap<string, string>;
  readonly #byId = new Map<string, Known[]>();
  readonly #same = oneOfEach();

  constructor(currencies: ReadonlyMap<string, string>) {
    this.#currencies = currencies;
  }

  #add(one: Known): void {
    this.known.push(one);
    const views = this.#byId.get(one.id);
    if (views) views.push(one);
    else this.#byId.set(one.id, [one]);
  }

  add(row: KnownRow): void {
    const now: Known = {
      id: row.id,
      externalIds: NO_IDS,
      broughtBy: null,
      isPending: false,
      isOccurrence: row.template_id !== null,
      isUnseenSide: row.transfer_id !== null,
      isConverted: false,
      moved: null,
      accountId: this.#same(row.account_id),
      date: this.#same(row.date),
      type: this.#same(row.type),
      amount: row.account_amount ?? row.amount,
      currency: this.#currencies.get(row.account_id) ?? '',
      description: row.description,
      payee: row.merchant_name,
      installment: row.installment_n,
    };
    this.#add(now);
    const { original_amount: amount, original_currency: currency } = row;
    if (amount !== null && currency !== null && currency !== now.currency)
      this.#add({ ...now, amount, currency });
  }

  /** Of transfers between currencies, the amount of one side follows from that of the other. */
  noteMoved(sides: readonly KnownRow[]): void {
    const moved = sides.filter(({ transfer_id }) => transfer_id !== null);
    for (const [one, other] of Map.groupBy(moved, ({ transfer_id }) => transfer_id).values()) {
      if (!one || !other) continue;
      this.#noteSide(one, other);
      this.#noteSide(other, one);
    }
  }

  #noteSide({ id, account_id }: KnownRow, other: KnownRow): void {
    const currency = this.#currencies.get(other.account_id) ?? '';
    for (const view of this.#byId.get(id) ?? []) {
      view.isConverted = this.#currencies.get(account_id) !== currency;
      view.moved = { accountId: other.account_id, amount: inAccount(other), currency };
    }
  }

  see(line: SeenLine): void {
    const then = {
      accountId: line.account_id,
      date: line.date,
      type: line.type,
      amount: line.amount,
      currency: line.currency ?? this.#currencies.get(line.account_id) ?? '',
      description: line.description,
      payee: line.merchant_name,
      installment: line.installment_n,
    };
    const id = line.transaction_id;
    const before = this.#byId.get(id)?.[0];
    if (!this.#byId.get(id)?.some((view) => isSameView(view, then)))
      this.#add({ ...(before ?? { id, ...UNSEEN }), ...then });
    for (const view of this.#byId.get(id) ?? []) {
      const isFirst = view.broughtBy === null;
      const isPending = line.is_pending === 1 && (isFirst || view.isPending);
      if (isFirst || (view.isPending && !isPending)) view.broughtBy = line.kind;
      view.isPending = isPending;
      // A row that was only recognised as a converted amount has not replaced it.
      view.isUnseenSide &&= view.isConverted && line.decision === 'leave_out';
      if (line.external_id !== null && !view.externalIds.includes(line.external_id))
        view.externalIds = [...view.externalIds, line.external_id];
    }
  }
}

const NO_IDS: readonly string[] = [];

const UNSEEN = {
  externalIds: NO_IDS,
  broughtBy: null,
  isPending: false,
  isOccurrence: false,
  isUnseenSide: false,
  isConverted: false,
  moved: null,
};

function isSameView(
  view: Known,
  then: Omit<Line, 'externalId' | 'corrects' | 'isPending' | 'original'>,
): boolean {
  return (
    view.accountId === then.accountId &&
    view.date === then.date &&
    view.type === then.type &&
    view.amount === then.amount &&
    view.currency === then.currency &&
    view.description === then.description &&
    view.payee === then.payee &&
    view.installment === then.installment
  );
}

export type Decided = Pick<
  ImportedLineRow,
  'state' | 'decision' | 'matched_id' | 'other_account_id' | 'other_amount' | 'why' | 'why_values'
>;

const NOTHING = { matched_id: null, other_account_id: null, other_amount: null, why: null, why_values: null };

/** By default new rows are brought in, and what may be there already is left out. */
export function decided({ error, match, transfer, offered, content, outcome }: PlannedRow): Decided {
  if (error) return { ...NOTHING, state: 'error', decision: 'leave_out', why: ERRORS[error] };
  const found = match && {
    matched_id: match.id,
    why: WHY[match.why],
    why_values: JSON.stringify({ count: match.apart }),
  };
  if (content.is_pending === 1)
    return { ...NOTHING, why: 'import:whyPending', ...found, state: 'pending', decision: 'leave_out' };
  if (match && found)
    return {
      ...NOTHING,
      ...found,
      state: match.state,
      decision: isReplacing(match) ? 'merge' : 'leave_out',
    };
  if (outcome?.leave_out) return { ...NOTHING, state: 'new', decision: 'leave_out', why: 'import:whyRule' };
  if (!transfer) {
    const offer = offered && {
      other_account_id: offered.accountId,
      why: 'import:whyMaybeSide',
      why_values: JSON.stringify(offered.values),
    };
    return { ...NOTHING, ...offer, state: 'new', decision: 'import' };
  }
  const { decision, accountId, amount, sideId, why, values } = transfer;
  return {
    state: 'transfer',
    decision,
    matched_id: sideId,
    other_account_id: accountId,
    other_amount: amount,
    why,
    why_values: values && JSON.stringify(values),
  };
}

/** @param currency of the sums */
async function summed(
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
  for (const [place, planned] of rows.entries()) {
    if (place % TAKEN_AT_ONCE === 0) await others();
    const { state } = decided(planned);
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

/** What a program sends is done at once, but for what a person has to decide. */
export function firstStage(kind: string, { state, why }: Pick<ImportedLineRow, 'state' | 'why'>): number {
  return Number(kind === 'api' && (state === 'probable' || ASKED.includes(why)));
}

/** Lines stored before other requests get a turn. */
const STORED_AT_ONCE = 500;

/** Rows and what is none, in the order of the file. */
export async function storeLines(
  context: Writing,
  { user_id, id: import_id }: BankImportRow,
  { rows, file }: Planned,
): Promise<void> {
  const { db, now } = context;
  const withdrawn = await findWithdrawn(context, file);
  const categoryOf = await categoriesFor(context);
  const entries: Entry[] = [...rows, ...file.skipped, ...file.errors];
  const sheets = new Map([...new Set(entries.map(sheetOf))].map((sheet, place) => [sheet, place]));
  entries.sort(
    (one, other) =>
      (sheets.get(sheetOf(one)) ?? 0) - (sheets.get(sheetOf(other)) ?? 0) || numberOf(one) - numberOf(other),
  );
  const columnsOf = (entry: Entry): Column => {
    if (!('content' in entry)) {
      const matched_id = withdrawn.get(entry.externalId ?? '') ?? null;
      return isSkipped(entry)
        ? { ...noRow(entry, 'skipped', SKIPPED[entry.reason]), matched_id }
        : noRow(entry, 'error', ERRORS[entry.reason]);
    }
    return {
      ...entry.content,
      ...decided(entry),
      account_id: entry.account.id,
      ...(entry.madeId && { made_id: entry.madeId }),
      ...categoryOf(entry),
    };
  };
  for (let from = 0; from < entries.length; from += STORED_AT_ONCE) {
    const some = entries
      .slice(from, from + STORED_AT_ONCE)
      .map((entry, place) => ({
        user_id,
        import_id,
        number: from + place,
        made_id: newIdAt(now, from + place),
        bank_description: null,
        made_version: null,
        before: null,
        ...columnsOf(entry),
      }))
      .map((line) => ({ ...line, stage: firstStage(file.kind, line) }));
    await insertLines(db, some);
    await others();
  }
  await countRules(
    context,
    rows.flatMap(({ outcome }) => outcome?.ids ?? []),
  );
}

type Entry = PlannedRow | FileLine<SkipReason> | FileLine<RowError>;

const sheetOf = (entry: Entry) => ('content' in entry ? entry.hints.sheet : entry.sheet);
const numberOf = (entry: Entry) => ('content' in entry ? entry.content.line : entry.line);

const isSkipped = (line: FileLine<SkipReason> | FileLine<RowError>): line is FileLine<SkipReason> =>
  line.reason in SKIPPED;

/** What a bank withdraws that an earlier file brought, by the bank's id. */
async function findWithdrawn(
  { db, viewer }: Reading,
  { skipped, found, main }: PlacedFile,
): Promise<ReadonlyMap<string, string>> {
  const ids = skipped.flatMap(({ externalId }) => externalId ?? []);
  const accounts = [main, ...found.map(({ account_id }) => account_id)];
  const withdrawn = new Map<string, string>();
  for await (const line of findSeen(db, viewer.id, null, ids))
    if (line.external_id !== null && accounts.includes(line.account_id))
      withdrawn.set(line.external_id, line.transaction_id);
  return withdrawn;
}

type Column = Omit<
  ImportedLineRow,
  'user_id' | 'import_id' | 'number' | 'stage' | 'bank_description' | 'made_id' | 'made_version' | 'before'
> & { made_id?: string };

function noRow(
  { line, text = '' }: { line: number; text?: string },
  state: 'skipped' | 'error',
  why: TextKey,
): Column {
  return {
    ...NOTHING,
    line,
    state,
    decision: 'leave_out',
    date: '',
    charge_date: null,
    amount: 0,
    currency: null,
    type: 'expense',
    description: text.replaceAll('\0', '').toWellFormed().slice(0, 200),
    merchant_name: null,
    notes: null,
    category_id: null,
    category_source: null,
    account_id: null,
    external_id: null,
    corrects: null,
    original_amount: null,
    original_currency: null,
    installment_n: null,
    installment_total: null,
    installment_price: null,
    is_pending: 0,
    why,
  };
}

export type Categorised = Pick<ImportedLineRow, 'category_id' | 'category_source'>;

const UNCATEGORISED: Categorised = { category_id: null, category_source: null };

/** The category of a file's row by its name, or the one that is certain by the person's past. */
export async function categoriesFor(context: Reading): Promise<(planned: PlannedRow) => Categorised> {
  const byName = new Map<string, string>();
  for (const category of await readCategories(context))
    if (category.is_hidden === 0 && category.is_archived === 0)
      for (const name of categoryNames(category))
        byName.set(`${category.type} ${nameKey(name)}`, category.id);
  const certain = await certainCategories(context);
  const guessed = new Map<string, string | null>();
  return ({ hints, content, match, transfer, error, outcome }) => {
    const { type, description, merchant_name, notes } = content;
    const isThere = match?.state === 'matched' || transfer?.decision === 'transfer';
    if (isThere || error) return UNCATEGORISED;
    if (outcome?.category_id) return { category_id: outcome.category_id, category_source: 'rule' };
    const named = hints.category && byName.get(`${type} ${nameKey(hints.category)}`);
    if (named) return { category_id: named, category_source: 'file' };
    // Banks say what kind of row it is, and what it is for beside that.
    for (const text of [merchant_name ?? description, notes]) {
      // Numbers of branches and receipts say nothing about it, and make texts different.
      const said = text?.replace(/[\d#*]+/g, ' ').trim() ?? '';
      const key = `${type} ${said}`;
      let id = guessed.get(key);
      if (id === undefined) {
        id = (said !== '' && certain({ description: said, type })?.id) || null;
        guessed.set(key, id);
      }
      if (id !== null) return { category_id: id, category_source: 'suggestion' };
    }
    return UNCATEGORISED;
  };
}
