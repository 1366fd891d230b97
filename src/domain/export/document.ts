import type { AccountRow, CategoryRow, TransactionRow, UserRow } from '../../db/tables.ts';
import type { Currency } from '../../i18n/currencies.ts';
import type { Locale } from '../../i18n/locales.ts';
import { categoryName } from '../categories/name.ts';
import { chargedAmount } from '../charged.ts';
import type { Reading } from '../context.ts';
import { countedAs } from '../ledger/reserved-categories.ts';
import { toDecimal } from '../money.ts';
import { currencyOf } from '../money-accounts/currencies/currency.ts';
import { accountName } from '../money-accounts/name.ts';
import { readPreferences } from '../preferences/preferences.ts';
import type { Phase } from '../recurring/templates/phases.ts';
import type { TemplateEntry as ReadTemplate } from '../recurring/templates/read.ts';
import type { Entry } from '../transactions/present.ts';
import {
  accountEntry,
  type BankRowEntry,
  bankRowEntry,
  type CategoryEntry,
  categoryEntry,
  DOCUMENT_FORMAT,
  DOCUMENT_VERSION,
  type ProfileEntry,
  phaseEntry,
  profileEntry,
  type SettingsEntry,
  type TransactionEntry,
  templateEntry,
  transactionEntry,
  type Written,
} from './document.schema.ts';

type WrittenTransaction = Written<typeof transactionEntry>;
/** What checks against the bank know of a transaction, as the file of an account has it. */
export type CheckedEntry = Pick<TransactionEntry, 'is_unchecked' | 'changed_since_checks'>;

type WrittenAccount = Written<typeof accountEntry>;
type WrittenTemplate = Written<typeof templateEntry>;
type WrittenPhase = Written<typeof phaseEntry>;

export function documentHead(now: Date, currency: Currency) {
  return {
    format: DOCUMENT_FORMAT,
    version: DOCUMENT_VERSION,
    exported_at: now.toISOString(),
    currency,
  };
}

/**
 * The chunks of a file: the head, the transactions in batches, and the rest, which is read last. Each transaction is
 * one line.
 */
export async function* writeDocument(
  head: object,
  batches: AsyncIterable<object[]>,
  tail: () => Promise<Record<string, object[]>>,
): AsyncGenerator<string> {
  yield `${JSON.stringify(head, null, 2).slice(0, -2)},\n  "transactions": [`;
  let separator = '\n';
  for await (const entries of batches) {
    if (entries.length > 0) yield separator + entries.map(lineOf).join(',\n');
    separator = ',\n';
  }
  yield '\n  ]';
  for (const [name, entries] of Object.entries(await tail())) {
    const lines = entries.map((entry) => `\n${lineOf(entry)}`).join(',');
    yield `,\n  "${name}": [${lines}\n  ]`;
  }
  yield '\n}\n';
}

const lineOf = (entry: object) => `    ${JSON.stringify(entry)}`;

const isSet = (flag: number | null) => flag === 1;

/** Leaves out what a file need not have and this row has not. */
function columnsOf<Entry>(schema: Schema<Entry>, row: object): Entry {
  const columns = row as Record<string, unknown>;
  const names = Object.keys(schema.entries) as (keyof Entry & string)[];
  const needed = names.filter((name) => columns[name] !== null || schema.entries[name].type !== 'optional');
  return Object.fromEntries(needed.map((name) => [name, columns[name]])) as Entry;
}

interface Schema<Entry> {
  entries: Record<keyof Entry, { type: string }>;
}

const decimalOf = (minor: number | null) => (minor === null ? undefined : toDecimal(minor));

function amountsOf({ amount, account_amount }: Pick<Phase, 'amount' | 'account_amount'>) {
  return { amount: toDecimal(amount), account_amount: decimalOf(account_amount) };
}

/**
 * @param bankRows how banks wrote it
 * @param checks what checks against the bank know of it
 */
export function transactionOf(
  { row, category, transfer }: Entry<TransactionRow>,
  locale: Locale,
  {
    bankRows,
    checks,
  }: { bankRows?: readonly BankRowEntry[] | undefined; checks?: CheckedEntry | undefined } = {},
): WrittenTransaction {
  return {
    ...columnsOf<WrittenTransaction>(transactionEntry, row),
    ...amountsOf(row),
    type: countedAs(row).type,
    original_amount: decimalOf(row.original_amount),
    installment_price: decimalOf(row.installment_price),
    category_name: category && categoryName(category, locale),
    payments_end: isSet(row.payments_end) || undefined,
    is_detached: row.is_detached === null ? null : isSet(row.is_detached),
    ...(transfer && {
      from_account_id: transfer.fromAccount.id,
      to_account_id: transfer.toAccount.id,
      amount_to: toDecimal(chargedAmount(transfer.to)),
    }),
    ...(bankRows && {
      bank_rows: bankRows.map((entry) => columnsOf<Written<typeof bankRowEntry>>(bankRowEntry, entry)),
    }),
    ...checks,
  };
}

/** A category of a file; a default one is named in the language of the export. */
export function categoryOf(row: CategoryRow, locale: Locale): CategoryEntry {
  return {
    ...columnsOf<CategoryEntry>(categoryEntry, row),
    name: categoryName(row, locale),
    is_archived: isSet(row.is_archived),
    is_hidden: isSet(row.is_hidden),
  };
}

/** An account of a file in which all of `ids` are, or of one that has them all; named and with its currency for readers. */
export function accountOf(
  row: AccountRow,
  { viewer, locale }: Pick<Reading, 'viewer' | 'locale'>,
  ids?: ReadonlySet<string>,
): WrittenAccount {
  return {
    ...columnsOf<WrittenAccount>(accountEntry, row),
    name: accountName(row, locale),
    currency: currencyOf(row, viewer),
    is_archived: isSet(row.is_archived),
    in_balance: isSet(row.in_balance),
    checked_balance: decimalOf(row.checked_balance),
    pays_from: row.pays_from && ids && !ids.has(row.pays_from) ? null : row.pays_from,
  };
}

export function templateOf({
  template: row,
  skipped,
}: Pick<ReadTemplate, 'template' | 'skipped'>): WrittenTemplate {
  return {
    ...columnsOf<WrittenTemplate>(templateEntry, row),
    ...amountsOf(row),
    amount_to: decimalOf(row.amount_to),
    is_active: isSet(row.is_active),
    phases: row.earlier.map(phaseOf),
    skipped_dates: skipped,
  };
}

function phaseOf(phase: Phase): WrittenPhase {
  return {
    ...columnsOf<WrittenPhase>(phaseEntry, phase),
    ...amountsOf(phase),
    amount_to: decimalOf(phase.amount_to),
  };
}

export function profileOf(row: UserRow, picture: Uint8Array | undefined): ProfileEntry {
  return {
    ...columnsOf<ProfileEntry>(profileEntry, row),
    // JSON can hold bytes only as base64.
    picture: picture ? { type: 'image/webp', base64: Buffer.from(picture).toString('base64') } : null,
  };
}

export function settingsOf(row: UserRow): SettingsEntry {
  return {
    language: row.language_preference,
    theme: row.theme_preference,
    currency: row.currency_preference as Currency,
    currency_chosen: isSet(row.currency_chosen),
    preferences: readPreferences(row.preferences),
    setup_guide: {
      completed: isSet(row.onboarding_completed),
      completed_at: row.onboarding_completed_at,
      version: row.onboarding_version,
      steps: row.onboarding_steps,
      dismissed_at: row.onboarding_dismissed_at,
      skipped_at: row.onboarding_skipped_at,
    },
  };
}
