import * as v from 'valibot';
import type { DecimalMark } from '../../amount-text.ts';
import { blankable } from '../../blank.ts';
import { basedOnSchema, transactionFormSchema } from '../../transactions/schema.ts';
import {
  END_TYPES,
  INTERVAL_TYPES,
  SCOPES_OF_CHANGE,
  templateChangesSchema,
  templateSchema,
} from '../schema.ts';

/** What decides which other fields of the wizard's form count, as the fields hold it. */
interface Raw {
  isRecurring?: unknown;
  recurringFrequency?: unknown;
  recurringEndType?: unknown;
}

interface Means {
  /** The person's local calendar date. */
  today: string;
  decimalMark: DecimalMark;
  /** A series that is there may have begun longer ago than a new one could. */
  isNew: boolean;
}

/** Whether a form is about something that repeats. */
export function repeats({ isRecurring }: Raw): boolean {
  return isRecurring === 'true';
}

/**
 * The rules of the wizard's form: those of a transaction, whose date and time are the first day and the time of day of
 * what recurs. Fields that the others make meaningless (the weekday of something monthly, an end date of something
 * that never ends) are not looked at.
 */
export function wizardSchema(raw: Raw, { today, decimalMark, isNew }: Means) {
  const once = transactionFormSchema(today, decimalMark).entries;
  const series = templateSchema(today).entries;
  const start = isNew ? series.start_date : templateChangesSchema(today).entries.start_date;
  const recurs = repeats(raw);
  const { recurringFrequency, recurringEndType } = raw;
  const when = <Schema extends v.GenericSchema>(counts: boolean, schema: Schema) =>
    recurs && counts ? schema : IGNORED;
  return v.object({
    ...once,
    date: recurs ? required(start, 'errors:dateRequired') : once.date,
    name: when(true, series.name),
    isRecurring: v.pipe(
      v.optional(v.unknown()),
      v.transform(() => recurs),
    ),
    recurringFrequency: when(true, v.picklist(INTERVAL_TYPES, 'errors:intervalTypeInvalid')),
    recurringInterval: when(true, series.interval),
    dayOfMonth: when(recurringFrequency === 'monthly', series.day_of_month),
    dayOfWeek: when(recurringFrequency === 'weekly', series.day_of_week),
    recurringEndType: when(true, v.picklist(END_TYPES, 'errors:endTypeInvalid')),
    recurringEndDate: when(recurringEndType === 'date', required(series.end_date, 'errors:endDateRequired')),
    recurringMaxOccurrences: when(
      recurringEndType === 'occurrences',
      required(series.max_occurrences, 'errors:maxOccurrencesRequired'),
    ),
    scope: when(true, blankable(v.picklist(SCOPES_OF_CHANGE, 'errors:scopeInvalid'))),
    basedOn: basedOnSchema,
  });
}

const IGNORED = v.pipe(
  v.optional(v.unknown()),
  v.transform(() => undefined),
);

function required<Output>(schema: v.GenericSchema<unknown, Output | undefined>, message: string) {
  return v.pipe(
    v.optional(v.unknown(), ''),
    v.check((value) => value !== '' && value !== null, message),
    schema,
    v.transform((value) => value as Output),
  );
}

export type WizardInput = v.InferOutput<ReturnType<typeof wizardSchema>>;

/** The template that a checked form means; amounts in minor units, as the acts take them. */
export function templateOf(input: WizardInput) {
  return {
    type: input.type,
    amount: Math.abs(input.amount),
    description: input.description,
    name: input.name ?? input.description,
    categoryId: input.categoryId,
    notes: input.notes,
    interval_type: input.recurringFrequency,
    interval: input.recurringInterval ?? 1,
    day_of_month: input.dayOfMonth,
    day_of_week: input.dayOfWeek,
    start_date: input.date,
    end_type: input.recurringEndType,
    end_date: input.recurringEndDate,
    max_occurrences: input.recurringMaxOccurrences,
    timezone: input.timezone,
    preferred_time: input.time,
  };
}

/** The same as a change: what was emptied is `null`, so that it is emptied there too. */
export function changesOf(input: WizardInput) {
  const { categoryId = null, notes = null, ...template } = templateOf(input);
  return { ...template, categoryId, notes, scope: input.scope, basedOn: input.basedOn };
}

/** The field of the form that shows a field of the contract. */
export const FORM_FIELDS: Record<string, string> = {
  category_id: 'categoryId',
  start_date: 'date',
  preferred_time: 'time',
  interval_type: 'recurringFrequency',
  interval: 'recurringInterval',
  day_of_month: 'dayOfMonth',
  day_of_week: 'dayOfWeek',
  end_type: 'recurringEndType',
  end_date: 'recurringEndDate',
  max_occurrences: 'recurringMaxOccurrences',
};
