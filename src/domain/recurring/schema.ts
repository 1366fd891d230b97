import * as v from 'valibot';
import { timezoneSchema } from '../../i18n/preferences.ts';
import { blankable } from '../blank.ts';
import { isDate, plusDays } from '../calendar.ts';
import { manySchema } from '../many.ts';
import {
  basedOnSchema,
  DAYS_BACK,
  emptiable,
  transactionChangesSchema,
  transactionSchema,
  typeSchema,
} from '../transactions/schema.ts';

export const INTERVAL_TYPES = ['daily', 'weekly', 'monthly', 'yearly'] as const;
export const END_TYPES = ['never', 'date', 'occurrences'] as const;

/** How far ahead of today occurrences are made, in days. */
export const DAYS_MADE_AHEAD = 90;

/** Templates that one request creates at most, and dates that one skips. */
export const TEMPLATES_MOST = 50;
export const SKIPS_MOST = 400;

const PREFERRED_TIME = '09:00';

const wholeNumber = (least: number, most: number, message: string) =>
  v.pipe(
    v.union([v.number(), v.pipe(v.string(), v.regex(/^\d{1,9}$/), v.transform(Number))], message),
    v.integer(message),
    v.minValue(least, message),
    v.maxValue(most, message),
    v.metadata({ type: ['integer', 'string'], minimum: least, maximum: most }),
  );

const flag = v.pipe(
  v.union([v.boolean(), v.picklist(['true', 'false'])], 'errors:valueInvalid'),
  v.transform((value) => value === true || value === 'true'),
);

const realDate = v.pipe(v.string('errors:dateInvalid'), v.check(isDate, 'errors:dateInvalid'));

/** How far back a series may begin; it may begin any distance ahead. */
export function isTooFarBack(start: string, today: string): boolean {
  return start < plusDays(today, -DAYS_BACK);
}

function startDateSchema(today: string) {
  return v.pipe(
    realDate,
    v.check((date) => !isDate(date) || !isTooFarBack(date, today), 'errors:datePast'),
    v.description(`From ${DAYS_BACK} days back, any distance ahead; today unless told otherwise.`),
  );
}

const nameSchema = v.pipe(
  v.string('errors:textExpected'),
  v.trim(),
  v.maxLength(255, 'errors:templateNameMax'),
);

/** What a client may send of a template; every field but the amount may be missing. */
export function templateSchema(today: string) {
  const { type: _type, amount, description, categoryId, notes } = transactionSchema(today).entries;
  return v.object({
    type: v.optional(typeSchema),
    amount,
    description,
    name: blankable(nameSchema),
    categoryId,
    category_name: blankable(nameSchema),
    notes,
    interval_type: blankable(v.picklist(INTERVAL_TYPES, 'errors:intervalTypeInvalid')),
    interval: blankable(wholeNumber(1, 365, 'errors:intervalInvalid')),
    day_of_month: blankable(wholeNumber(1, 31, 'errors:dayOfMonthInvalid')),
    day_of_week: blankable(wholeNumber(0, 6, 'errors:dayOfWeekInvalid')),
    start_date: blankable(startDateSchema(today)),
    end_type: blankable(v.picklist(END_TYPES, 'errors:endTypeInvalid')),
    end_date: blankable(realDate),
    max_occurrences: blankable(wholeNumber(1, 1_000_000, 'errors:maxOccurrencesInvalid')),
    is_active: blankable(flag),
    timezone: blankable(timezoneSchema),
    preferred_time: transactionSchema(today).entries.time,
  });
}

export type TemplateInput = v.InferOutput<ReturnType<typeof templateSchema>>;

export function previewSchema(today: string) {
  return v.object({
    ...templateSchema(today).entries,
    count: blankable(wholeNumber(1, 366, 'errors:previewCountInvalid')),
    from: blankable(v.pipe(realDate, v.description('Shows what falls on this day or after it.'))),
  });
}

export const SCOPES_OF_CHANGE = ['future', 'all'] as const;
export const SCOPES_OF_REMOVAL = ['template', 'future', 'all'] as const;

/** What is missing stays; `null` empties what may be empty. */
export function templateChangesSchema(today: string) {
  const fields = templateSchema(today).entries;
  return v.object({
    ...fields,
    amount: v.optional(fields.amount),
    categoryId: emptiable(fields.categoryId),
    notes: emptiable(fields.notes),
    // A series may have begun longer ago than a new one could: the act looks at a start that is changed.
    start_date: blankable(realDate),
    end_date: emptiable(fields.end_date),
    max_occurrences: emptiable(fields.max_occurrences),
    scope: blankable(v.picklist(SCOPES_OF_CHANGE, 'errors:scopeInvalid')),
    from: blankable(
      v.pipe(realDate, v.description('The first day that scope `future` changes; tomorrow at the earliest.')),
    ),
    basedOn: basedOnSchema,
  });
}

export type TemplateChanges = v.InferOutput<ReturnType<typeof templateChangesSchema>>;

export const removalScopeSchema = v.object({
  scope: blankable(v.picklist(SCOPES_OF_REMOVAL, 'errors:scopeInvalid')),
});

/** The same where somebody is asked and has to choose. */
export const removalFormSchema = v.object({
  scope: v.pipe(v.optional(v.string(), ''), v.picklist(SCOPES_OF_REMOVAL, 'errors:scopeInvalid')),
});

/** How an occurrence is deleted: `deleteType` of the contract. */
export const recurringRemovalSchema = v.object({
  deleteType: blankable(v.picklist(['current', 'future', 'all'], 'errors:scopeInvalid')),
  templateId: blankable(v.pipe(v.string('errors:valueInvalid'), v.maxLength(40, 'errors:valueInvalid'))),
});

/** The same as flags of a transaction's own address; whoever sets several means the widest. */
export const occurrenceRemovalSchema = v.object({
  deleteSingle: v.optional(flag),
  deleteFuture: v.optional(flag),
  deleteAll: v.optional(flag),
});

/** How much of its series goes or changes with an occurrence. */
export const OCCURRENCE_SCOPES = ['single', 'future', 'all'] as const;

export type OccurrenceScope = (typeof OCCURRENCE_SCOPES)[number];

const occurrenceScope = v.picklist(OCCURRENCE_SCOPES, 'errors:scopeInvalid');

/** What a person chose before an occurrence is deleted: nothing is chosen for them. */
export const removalChoiceSchema = v.object({
  scope: v.pipe(v.optional(v.string(), ''), occurrenceScope),
});

/** What a client may change of an occurrence, and how much of its series with it. */
export function occurrenceChangesSchema(today: string) {
  return v.object({ ...transactionChangesSchema(today).entries, scope: occurrenceScopeSchema });
}

/** Alone unless told otherwise. */
export const occurrenceScopeSchema = blankable(occurrenceScope);

export const bulkTemplatesSchema = v.object({
  templates: manySchema('As POST /transactions/templates takes it.', TEMPLATES_MOST, {
    required: 'errors:templatesRequired',
    most: 'errors:templatesMost',
  }),
});

export const skipSchema = v.object({
  dates: v.optional(
    v.pipe(
      v.array(realDate, 'errors:skipDatesRequired'),
      v.minLength(1, 'errors:skipDatesRequired'),
      v.maxLength(SKIPS_MOST, 'errors:skipDatesMost'),
      v.transform((dates) => [...new Set(dates)].sort()),
    ),
    [],
  ),
});

/** When an occurrence is made without anybody saying so (specification, section 3). */
export const DEFAULTS = { interval_type: 'monthly', interval: 1, preferred_time: PREFERRED_TIME } as const;
