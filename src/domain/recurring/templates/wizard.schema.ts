import * as v from 'valibot';
import type { AmountStyle } from '../../amount-text.ts';
import { basedOnField, blankable } from '../../schemas.ts';
import { type CurrentValues, transactionFormSchema } from '../../transactions/schema.ts';
import {
  END_TYPES,
  INTERVAL_TYPES,
  SCOPES_OF_CHANGE,
  templateChangesSchema,
  templateSchema,
} from './schema.ts';

export interface RawChoices {
  isRecurring?: unknown;
  recurringFrequency?: unknown;
  recurringEndType?: unknown;
}

interface Options {
  today: string;
  /** In the currency of the account that is chosen. */
  style: AmountStyle;
  current?: CurrentValues | undefined;
  /** An existing template may have started longer ago than a new one may. */
  isNew: boolean;
  /** Whether `current` is stored, so that an amount like it stays in the currency that it is in. */
  isStored?: boolean;
}

export function repeats({ isRecurring }: RawChoices): boolean {
  return isRecurring === 'true';
}

/** The fields of a transaction and of the schedule; fields that do not apply are dropped. */
export function wizardSchema(raw: RawChoices, { today, style, current, isNew, isStored = !isNew }: Options) {
  const {
    originalAmount: _paid,
    rate: _rate,
    convertedAmount: _converted,
    ...transaction
  } = transactionFormSchema(today, style, { current, isStored }).entries;
  const { name, start_date } = templateSchema(today).entries;
  const start = isNew ? start_date : templateChangesSchema(today).entries.start_date;
  const recurs = repeats(raw);
  return v.object({
    ...transaction,
    // Never one in another currency than that of its account.
    amount: v.pipe(
      transaction.amount,
      v.transform((amount) => (typeof amount === 'number' ? amount : undefined)),
    ),
    date: recurs ? required(start, 'errors:dateRequired') : transaction.date,
    name: recurs ? name : IGNORED,
    ...scheduleEntries(raw, today),
    basedOn: basedOnField,
  });
}

/** When something repeats, beside its first date, and what a change concerns. */
export function scheduleEntries(raw: RawChoices, today: string) {
  const template = templateSchema(today).entries;
  const recurs = repeats(raw);
  const { recurringFrequency, recurringEndType } = raw;
  const when = <Schema extends v.GenericSchema>(applies: boolean, schema: Schema) =>
    recurs && applies ? schema : IGNORED;
  return {
    isRecurring: v.pipe(
      v.optional(v.unknown()),
      v.transform(() => recurs),
    ),
    recurringFrequency: when(true, v.picklist(INTERVAL_TYPES, 'errors:intervalTypeInvalid')),
    recurringInterval: when(true, template.interval),
    dayOfMonth: when(recurringFrequency === 'monthly', template.day_of_month),
    dayOfWeek: when(recurringFrequency === 'weekly', template.day_of_week),
    recurringEndType: when(true, v.picklist(END_TYPES, 'errors:endTypeInvalid')),
    recurringEndDate: when(
      recurringEndType === 'date',
      required(template.end_date, 'errors:endDateRequired'),
    ),
    recurringMaxOccurrences: when(
      recurringEndType === 'occurrences',
      required(template.max_occurrences, 'errors:maxOccurrencesRequired'),
    ),
    scope: when(true, blankable(v.picklist(SCOPES_OF_CHANGE, 'errors:scopeInvalid'))),
  };
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

export const SCHEDULE_FIELDS = [
  'date',
  'timezone',
  'recurringFrequency',
  'recurringInterval',
  'dayOfMonth',
  'dayOfWeek',
  'recurringEndType',
  'recurringEndDate',
  'recurringMaxOccurrences',
] as const satisfies (keyof WizardInput)[];

export function scheduleOf(input: Pick<WizardInput, (typeof SCHEDULE_FIELDS)[number]>) {
  return {
    interval_type: input.recurringFrequency,
    interval: input.recurringInterval ?? 1,
    day_of_month: input.dayOfMonth,
    day_of_week: input.dayOfWeek,
    start_date: input.date,
    end_type: input.recurringEndType,
    end_date: input.recurringEndDate,
    max_occurrences: input.recurringMaxOccurrences,
    timezone: input.timezone,
  };
}

/** The input of `createTemplate` from a checked form, in which a new one has an amount, in minor units. */
export function templateOf({ amount = 0, ...input }: WizardInput) {
  return {
    type: input.type,
    amount: Math.abs(amount),
    description: input.description,
    name: input.name ?? input.description,
    categoryId: input.categoryId,
    accountId: input.accountId,
    notes: input.notes,
    ...scheduleOf(input),
    preferred_time: input.time,
  };
}

/** The input of `changeTemplate` from a checked form; empty fields are `null`. */
export function changesOf(input: WizardInput) {
  const { amount: _new, categoryId = null, notes = null, ...template } = templateOf(input);
  const accountAmount = input.amount === undefined ? undefined : Math.abs(input.amount);
  const { scope, basedOn } = input;
  // Who moves the day of all of a series means its first date too.
  return { ...template, accountAmount, categoryId, notes, scope, keepFirst: true, basedOn };
}

export const FORM_FIELDS: Record<string, string> = {
  accountAmount: 'amount',
  category_id: 'categoryId',
  account_id: 'accountId',
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
