import * as v from 'valibot';
import type { TemplateRow } from '../../../db/tables.ts';
import { timezoneSchema } from '../../../i18n/timezones.ts';
import { isDate } from '../../calendar.ts';
import type { FieldError } from '../../error.ts';
import {
  amountSchema,
  basedOnSchema,
  blankable,
  emptiable,
  flag,
  manySchema,
  optionalText,
  positiveAmountSchema,
  realDate,
  typeSchema,
} from '../../schemas.ts';
import { rateSchema } from '../../transactions/money.schema.ts';
import { DAYS_BACK, isTooFarBack, transactionSchema } from '../../transactions/schema.ts';
import { endFields, SCHEDULE_DEFAULTS } from '../schedule/rule-fields.ts';

export const INTERVAL_TYPES = ['daily', 'weekly', 'monthly', 'yearly'] as const;

export const END_TYPES = ['never', 'date', 'occurrences'] as const;

const MAX_TEMPLATES = 50;

const account = v.pipe(v.string('errors:accountInvalid'), v.maxLength(40, 'errors:accountInvalid'));

const amountTo = blankable(
  v.pipe(
    positiveAmountSchema,
    v.description(
      'Of a transfer between two currencies: what arrives each time; by default the amount at the rate of the day.',
    ),
  ),
);

const accountAmount = blankable(
  v.pipe(
    amountSchema,
    v.description(
      'As answers have it: in the currency of the account. `amount` beside it is in your currency, as theirs; it may be missing. Of a transfer, both are what leaves.',
    ),
  ),
);

const rate = blankable(
  v.pipe(
    rateSchema,
    v.description(
      'In an account of another currency: yours for one of its, fixed for all occurrences; by default that of the first day, or of today. Of a transfer only between two such accounts.',
    ),
  ),
);

/** The schedule of a template without one (docs/behaviour.md#transactions). */
export const DEFAULTS = { ...SCHEDULE_DEFAULTS, preferred_time: '09:00' } as const;

export function templateSchema(today: string) {
  const { type: _type, amount, description, categoryId, accountId, notes } = transactionSchema(today).entries;
  return v.object({
    type: v.optional(v.picklist([...typeSchema.options, 'transfer'], typeSchema.message)),
    amount: blankable(amount),
    description,
    name: nameSchema,
    categoryId,
    category_name: nameSchema,
    accountId,
    fromAccountId: blankable(
      v.pipe(account, v.description('Of a transfer: the account that the money leaves, as `accountId`.')),
    ),
    toAccountId: blankable(
      v.pipe(account, v.description('Of a transfer: the account where the money arrives.')),
    ),
    account_to: blankable(v.pipe(account, v.description('As `toAccountId`; answers have both.'))),
    accountAmount,
    amountTo,
    rate,
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

/** Contradictions in a new template beside its invalid fields; `completeTemplate` checks the complete row. */
export function contradictionsOn(today: string) {
  return (input: Partial<TemplateInput>, isInvalid: (field: string) => boolean): FieldError[] => {
    const description = input.description ?? input.name ?? '';
    const hasAmount = (input.accountAmount ?? input.amount) !== undefined;
    const isMissing = !hasAmount && !isInvalid('amount') && !isInvalid('accountAmount');
    const missing: FieldError[] = isMissing ? [{ field: 'amount', message: 'errors:amountRequired' }] : [];
    return [
      ...missing,
      ...contradictions({
        ...endFields(input),
        description: isInvalid('name') ? '?' : description,
        // A missing first day is today in the template's time zone, which may be another day than `today`.
        start_date: input.start_date ?? (isInvalid('start_date') || input.timezone ? '' : today),
      }),
    ];
  };
}

export function contradictions(row: Parameters<typeof missingFields>[0] & { start_date: string }) {
  const fields = missingFields(row);
  if (row.end_type === 'date' && row.end_date !== null && row.end_date <= row.start_date)
    fields.push({ field: 'end_date', message: 'errors:endDateAfterStart' });
  return fields;
}

/** An error for each missing field that the others require; stored templates may have ended on their first day. */
export function missingFields(
  row: Pick<TemplateRow, 'description' | 'end_type' | 'end_date' | 'max_occurrences'>,
): FieldError[] {
  const fields: FieldError[] = [];
  if (row.description === '') fields.push({ field: 'description', message: 'errors:descriptionRequired' });
  if (row.end_type === 'date' && row.end_date === null)
    fields.push({ field: 'end_date', message: 'errors:endDateRequired' });
  if (row.end_type === 'occurrences' && row.max_occurrences === null)
    fields.push({ field: 'max_occurrences', message: 'errors:maxOccurrencesRequired' });
  return fields;
}

function startDateSchema(today: string) {
  return v.pipe(
    realDate,
    v.check((date) => !isDate(date) || !isTooFarBack(date, today), 'errors:datePast'),
    v.description(`From ${DAYS_BACK} days back, or any later date; today by default.`),
  );
}

const nameSchema = optionalText(255, 'errors:templateNameMax');

const wholeNumber = (least: number, most: number, message: string) =>
  v.pipe(
    v.union([v.number(), v.pipe(v.string(), v.regex(/^\d{1,9}$/), v.transform(Number))], message),
    v.integer(message),
    v.minValue(least, message),
    v.maxValue(most, message),
    v.metadata({ type: ['integer', 'string'], minimum: least, maximum: most }),
  );

export function previewSchema(today: string) {
  return v.object({
    ...templateSchema(today).entries,
    count: blankable(wholeNumber(1, 366, 'errors:previewCountInvalid')),
    from: blankable(v.pipe(realDate, v.description('Only occurrences on or after this day.'))),
  });
}

export const bulkTemplatesSchema = v.object({
  templates: manySchema('Items as in POST /transactions/templates.', MAX_TEMPLATES, {
    required: 'errors:templatesRequired',
    most: 'errors:templatesMost',
  }),
});

export const SCOPES_OF_CHANGE = ['future', 'all'] as const;

const unlessNull = <Schema extends v.GenericSchema>(schema: Schema) =>
  v.pipe(
    v.nullish(schema),
    v.transform((sent) => sent ?? undefined),
  );

/** Missing fields stay as they are; `null` clears a field. */
export function templateChangesSchema(today: string) {
  const fields = templateSchema(today).entries;
  return v.object({
    ...fields,
    // There is always one.
    description: unlessNull(fields.description),
    amountTo: emptiable(fields.amountTo),
    categoryId: emptiable(fields.categoryId),
    notes: emptiable(fields.notes),
    // A stored template may have started longer ago than a new one may: `mergeChanges` checks a changed start.
    start_date: blankable(realDate),
    end_date: emptiable(fields.end_date),
    max_occurrences: emptiable(fields.max_occurrences),
    scope: blankable(v.picklist(SCOPES_OF_CHANGE, 'errors:scopeInvalid')),
    from: blankable(
      v.pipe(realDate, v.description('The first day that scope `future` changes; tomorrow at the earliest.')),
    ),
    keepFirst: blankable(
      v.pipe(
        v.boolean('errors:valueInvalid'),
        v.description(
          'With scope `all`, whether the start moves to a new day of its month or week that is before it. Otherwise that month or week has no date any more.',
        ),
      ),
    ),
    basedOn: basedOnSchema,
    updated_at: v.pipe(
      v.optional(v.unknown()),
      v.description(
        'As an answer has it, which is sent back: fields that equal that version are not taken as sent. It is not compared otherwise.',
      ),
    ),
  });
}

export type TemplateChanges = v.InferOutput<ReturnType<typeof templateChangesSchema>>;

export const SCOPES_OF_REMOVAL = ['template', 'future', 'all'] as const;

export const removalScopeSchema = v.object({
  scope: blankable(v.picklist(SCOPES_OF_REMOVAL, 'errors:scopeInvalid')),
});

/** The day after which nothing is added, today at the earliest. */
export function endSchema(today: string) {
  return v.object({
    end_date: v.pipe(
      v.optional(v.string(), ''),
      v.nonEmpty('errors:endDateRequired'),
      realDate,
      v.check((date) => date >= today, 'errors:endDatePast'),
    ),
  });
}

/** As a form, in which a scope must be chosen. */
export const removalFormSchema = v.object({
  scope: v.pipe(v.optional(v.string(), ''), v.picklist(SCOPES_OF_REMOVAL, 'errors:scopeInvalid')),
});
