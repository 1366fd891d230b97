import type { AccountRow, CategoryRow, TemplateRow, TransactionRow } from '../../../db/tables.ts';
import type { Currency } from '../../../i18n/currencies.ts';
import { isolated } from '../../../i18n/isolated.ts';
import { LOCALES, type Locale } from '../../../i18n/locales.ts';
import { translator } from '../../../i18n/translate.ts';
import { categoryName } from '../../categories/name.ts';
import { categoriesById } from '../../categories/read.ts';
import { chargedAmount } from '../../charged.ts';
import type { Reading, Writing } from '../../context.ts';
import { notFound } from '../../error.ts';
import { inLedger, type Ledger } from '../../ledger/ledger.ts';
import type { Actor } from '../../long-work/long-work.ts';
import { toDecimal } from '../../money.ts';
import { accountName } from '../../money-accounts/name.ts';
import { accountOf, accountsById } from '../../money-accounts/read.ts';
import { countOccurrences, findSkipped } from '../occurrences/occurrences.queries.ts';
import { monthlyEquivalent } from '../schedule/frequency.ts';
import { nextDates, statusOf, type TemplateStatus } from '../schedule/status.ts';
import { fixedRate } from './fixed-rate.ts';
import { asNext, isMoving, type Price, pricesOf, shownType, startOf, type Template } from './phases.ts';
import { findExisting, findTemplate, findTemplates } from './templates.queries.ts';

export interface TemplateEntry {
  /** The values and rhythm of the next day; the other dates here are those of the whole template. */
  row: TemplateRow;
  template: Template;
  start: string;
  prices: Price[];
  category: CategoryRow | null;
  status: TemplateStatus;
  /** The first date after today; null if the template is paused or has ended. */
  next: string | null;
  count: number;
  skipped: string[];
  monthly: number;
  /** Decimal text; null while none is known, and missing where none is fixed. */
  rate?: string | null;
  account: AccountRow;
  /** The accounts of a transfer. */
  transfer: { from: AccountRow; to: AccountRow } | null;
}

export async function listTemplates(context: Reading): Promise<TemplateEntry[]> {
  const { db, viewer } = context;
  return toEntries(context, await findTemplates(db, viewer.id), await countOccurrences(db, viewer.id));
}

/** Those of transfers that are named by their accounts, by id. */
export async function transferNames(context: Reading): Promise<Map<string, string>> {
  const moving = (await findTemplates(context.db, context.viewer.id)).filter(isMoving);
  const entries = await toEntries(context, moving.filter(isUnnamed), new Map());
  return new Map(entries.map(({ row }) => [row.id, row.name]));
}

/** @throws DomainError NOT_FOUND */
export async function readTemplate(context: Reading, id: string): Promise<TemplateEntry> {
  return describeTemplate(context, await requireTemplate(context, id));
}

/** The template as stored. @throws DomainError NOT_FOUND */
export async function requireTemplate({ db, viewer }: Reading, id: string): Promise<Template> {
  const row = await findTemplate(db, viewer.id, id);
  if (!row) throw notFound();
  return row;
}

/** Runs `work` on a template of the viewer within the ledger, which locks it. @throws DomainError NOT_FOUND */
export async function withTemplate<Result>(
  context: Writing,
  id: string,
  work: (ledger: Ledger, template: Template) => Promise<Result>,
): Promise<Result> {
  return inLedger(context, async (ledger, inside) => work(ledger, await requireTemplate(inside, id)));
}

export async function describeTemplate(context: Reading, row: Template): Promise<TemplateEntry> {
  const counts = await countOccurrences(context.db, row.user_id, row.id);
  const [entry] = await toEntries(context, [row], counts);
  if (!entry) throw notFound();
  return entry;
}

async function toEntries(
  context: Reading,
  templates: Template[],
  counts: Map<string, number>,
): Promise<TemplateEntry[]> {
  const { db, viewer, now } = context;
  const categories = await categoriesById(context);
  const accounts = await accountsById(context);
  const skippedRows = Map.groupBy(await findSkipped(db, viewer.id), ({ template_id }) => template_id);
  return templates.map((template) => {
    const next = asNext(template, now);
    const account = accountOf(accounts, next);
    const transfer = next.account_to
      ? { from: account, to: accountOf(accounts, { account_id: next.account_to }) }
      : null;
    const row = transfer && isUnnamed(next) ? { ...next, name: routeOf(transfer, context.locale) } : next;
    const skipped = (skippedRows.get(row.id) ?? []).map(({ date }) => date);
    return {
      row,
      template,
      start: startOf(template),
      prices: pricesOf(template),
      category: categories.get(row.category_id ?? '') ?? null,
      status: statusOf(template, now),
      next: nextDates(template, skipped, now, 1)[0] ?? null,
      count: counts.get(row.id) ?? 0,
      skipped,
      monthly: monthlyEquivalent(row.amount, row, viewer.currency),
      ...(row.account_amount !== null &&
        transfer?.to.currency !== null && { rate: fixedRate(row, viewer.currency) ?? null }),
      account,
      transfer,
    };
  });
}

/** Whether a transfer has no name, so that its accounts name it. */
export function isUnnamed({ name }: Pick<TemplateRow, 'name'>): boolean {
  return LOCALES.some((locale) => translator(locale)('categories:default.transfer') === name);
}

/** "Bank → Savings". */
function routeOf({ from, to }: NonNullable<TemplateEntry['transfer']>, locale: Locale): string {
  const names = { from: isolated(accountName(from, locale)), to: isolated(accountName(to, locale)) };
  return translator(locale)('transactions:transfer.route', names);
}

export function existingTemplates(
  { db, viewer }: Pick<Actor, 'db' | 'viewer'>,
  rows: Pick<TransactionRow, 'template_id'>[],
): Promise<Set<string>> {
  const ids = rows.flatMap(({ template_id }) => template_id ?? []);
  return findExisting(db, viewer.id, [...new Set(ids)]);
}

export function presentTemplate(
  {
    row,
    template,
    start,
    prices,
    category,
    next,
    count,
    skipped,
    monthly,
    rate,
    account,
    transfer,
  }: TemplateEntry,
  locale: Locale,
) {
  return {
    id: row.id,
    name: template.name,
    description: row.description,
    notes: row.notes,
    amount: transfer ? toDecimal(chargedAmount(row)) : knownWorth(row.amount),
    type: shownType(row),
    category_id: transfer ? null : row.category_id,
    category_name: category
      ? categoryName(category, locale)
      : translator(locale)('recurring:generalCategory'),
    account_id: row.account_id,
    ...presentCharged(row, account),
    ...(rate !== undefined && { rate: rate === null ? null : Number(rate) }),
    ...(transfer && {
      account_to: transfer.to.id,
      to_account_id: transfer.to.id,
      amount_to: row.amount_to === null ? null : toDecimal(row.amount_to),
    }),
    interval_type: row.interval_type,
    interval: row.interval,
    day_of_month: row.day_of_month,
    day_of_week: row.day_of_week,
    start_date: start,
    end_type: row.end_type,
    end_date: row.end_date,
    max_occurrences: row.max_occurrences,
    is_active: row.is_active === 1,
    timezone: row.timezone,
    preferred_time: row.preferred_time,
    next_date: next,
    occurrences_count: count,
    skipped_dates: skipped,
    monthly_equivalent: knownWorth(monthly),
    prices: prices.map(({ amount, account_amount, type, ...days }) => ({
      ...days,
      amount: transfer ? toDecimal(chargedAmount({ amount, account_amount })) : knownWorth(amount),
      type: transfer ? ('transfer' as const) : type,
    })),
    created_at: row.created_at,
    updated_at: row.updated_at,
  };
}

/** As a decimal; null while no rate is known, because nothing recurs for nothing. */
export function knownWorth(minor: number): number | null {
  return minor === 0 ? null : toDecimal(minor);
}

/** What the account is charged, where its currency is not the person's. */
export function presentCharged({ account_amount }: Pick<TemplateRow, 'account_amount'>, account: AccountRow) {
  return {
    ...(account_amount !== null && {
      account_amount: toDecimal(account_amount),
      account_currency: account.currency as Currency,
    }),
  };
}

export async function presentStored(context: Reading, template: Template) {
  return presentTemplate(await describeTemplate(context, template), context.locale);
}

export type PresentedTemplate = ReturnType<typeof presentTemplate>;
