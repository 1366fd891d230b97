import type { CategoryRow, TransactionRow, UserRow } from '../../db/tables.ts';
import type { Currency } from '../../i18n/currencies.ts';
import type { Locale } from '../../i18n/locales.ts';
import { categoryName } from '../categories/name.ts';
import { toDecimal } from '../money.ts';
import { readPreferences } from '../preferences/preferences.ts';
import type { Phase } from '../recurring/templates/phases.ts';
import type { TemplateEntry as ReadTemplate } from '../recurring/templates/read-templates.ts';
import type { Entry } from '../transactions/present.ts';
import {
  type CategoryEntry,
  categoryEntry,
  DOCUMENT_FORMAT,
  DOCUMENT_VERSION,
  type ProfileEntry,
  profileEntry,
  type SettingsEntry,
  type TemplateEntry,
  type TransactionEntry,
  templateEntry,
  transactionEntry,
} from './document.schema.ts';

export function documentHead(now: Date, currency: Currency) {
  return {
    format: DOCUMENT_FORMAT,
    version: DOCUMENT_VERSION,
    exported_at: now.toISOString(),
    currency,
  };
}

/**
 * The pieces of a file: the head, the transactions in batches, and the rest, which is read last. Each transaction is
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

function columnsOf<Entry>(schema: { entries: Record<keyof Entry, unknown> }, row: object): Entry {
  const columns = row as Record<string, unknown>;
  return Object.fromEntries(Object.keys(schema.entries).map((name) => [name, columns[name]])) as Entry;
}

export function transactionOf({ row, category }: Entry<TransactionRow>, locale: Locale): TransactionEntry {
  return {
    ...columnsOf<TransactionEntry>(transactionEntry, row),
    amount: toDecimal(row.amount),
    category_name: category && categoryName(category, locale),
    is_detached: row.is_detached === null ? null : isSet(row.is_detached),
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

export function templateOf({
  template: row,
  skipped,
}: Pick<ReadTemplate, 'template' | 'skipped'>): TemplateEntry {
  return {
    ...columnsOf<TemplateEntry>(templateEntry, row),
    amount: toDecimal(row.amount),
    is_active: isSet(row.is_active),
    phases: row.earlier.map(phaseOf),
    skipped_dates: skipped,
  };
}

function phaseOf(phase: Phase): NonNullable<TemplateEntry['phases']>[number] {
  return { ...phase, amount: toDecimal(phase.amount) };
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
