import type { CategoryRow, TransactionRow, UserRow } from '../../db/tables.ts';
import type { Currency } from '../../i18n/currencies.ts';
import type { Locale } from '../../i18n/locales.ts';
import { categoryName } from '../categories/name.ts';
import { toDecimal } from '../money.ts';
import { readPreferences } from '../preferences/preferences.ts';
import type { Phase } from '../recurring/templates/phases.ts';
import type { TemplateEntry as ReadTemplate } from '../recurring/templates/read-templates.ts';
import { type FieldValues, mapFields } from '../transactions/fields.ts';
import type { Entry } from '../transactions/present.ts';
import {
  type CategoryEntry,
  DOCUMENT_FORMAT,
  DOCUMENT_VERSION,
  type ProfileEntry,
  type SettingsEntry,
  type TemplateEntry,
  type TransactionEntry,
} from './document.schema.ts';

/** What a file begins with. */
export function documentHead(now: Date, currency: Currency) {
  return {
    format: DOCUMENT_FORMAT,
    version: DOCUMENT_VERSION,
    exported_at: now.toISOString(),
    currency,
  };
}

/**
 * The pieces of a file: what comes before the transactions, those in batches, and what comes after them, which is read
 * last. A transaction is a line.
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

const fieldsOf = (row: TransactionRow) => mapFields((name) => row[name]) as FieldValues;

/** A transaction as a file has it. */
export function transactionOf({ row, category }: Entry<TransactionRow>, locale: Locale): TransactionEntry {
  return {
    id: row.id,
    ...fieldsOf(row),
    amount: toDecimal(row.amount),
    category_name: category && categoryName(category, locale),
    template_id: row.template_id,
    occurrence_date: row.occurrence_date,
    is_detached: row.is_detached === null ? null : isSet(row.is_detached),
    created_at: row.created_at,
    updated_at: row.updated_at,
  };
}

/** A category as a file has it; a default one is named in the language of the export. */
export function categoryOf(row: CategoryRow, locale: Locale): CategoryEntry {
  return {
    id: row.id,
    default_key: row.default_key,
    name: categoryName(row, locale),
    type: row.type,
    language: row.language,
    icon: row.icon,
    color: row.color,
    description: row.description,
    is_archived: isSet(row.is_archived),
    is_hidden: isSet(row.is_hidden),
    created_at: row.created_at,
    updated_at: row.updated_at,
  };
}

/** A recurring template as a file has it. */
export function templateOf({
  template: row,
  skipped,
}: Pick<ReadTemplate, 'template' | 'skipped'>): TemplateEntry {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    notes: row.notes,
    amount: toDecimal(row.amount),
    type: row.type,
    category_id: row.category_id,
    interval_type: row.interval_type,
    interval: row.interval,
    day_of_month: row.day_of_month,
    day_of_week: row.day_of_week,
    start_date: row.start_date,
    end_type: row.end_type,
    end_date: row.end_date,
    max_occurrences: row.max_occurrences,
    is_active: isSet(row.is_active),
    timezone: row.timezone,
    preferred_time: row.preferred_time,
    generated_until: row.generated_until,
    phases: row.earlier.map(phaseOf),
    skipped_dates: skipped,
    created_at: row.created_at,
    updated_at: row.updated_at,
  };
}

function phaseOf(phase: Phase): NonNullable<TemplateEntry['phases']>[number] {
  return { ...phase, amount: toDecimal(phase.amount) };
}

/** What the profile page shows of a person, with the bytes of their picture in its large size. */
export function profileOf(row: UserRow, picture: Uint8Array | undefined): ProfileEntry {
  return {
    first_name: row.first_name,
    last_name: row.last_name,
    phone: row.phone,
    bio: row.bio,
    location: row.location,
    website: row.website,
    birthday: row.birthday,
    // JSON can hold the bytes of a file only as base64.
    picture: picture ? { type: 'image/webp', base64: Buffer.from(picture).toString('base64') } : null,
  };
}

/** What a person has chosen. */
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
