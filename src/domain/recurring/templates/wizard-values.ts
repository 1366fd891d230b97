import { pick, safeParse } from 'valibot';
import type { Currency } from '../../../i18n/currencies.ts';
import { type AmountStyle, readAmount } from '../../amount-text.ts';
import { localNow, plusDays } from '../../calendar.ts';
import { startValues, type TransactionValues, type Writer } from '../../transactions/start-values.ts';
import {
  countBefore,
  nextOccurrence,
  occurrencesBetween,
  type RecurrenceRule,
} from '../schedule/occurrence-dates.ts';
import { ruleFrom } from '../schedule/rule-fields.ts';
import type { PresentedTemplate } from './read.ts';
import { contradictionsOn, DEFAULTS, INTERVAL_TYPES, type SCOPES_OF_CHANGE } from './schema.ts';
import { SCHEDULE_FIELDS, scheduleOf, wizardSchema } from './wizard.schema.ts';

/** Further values of a form that may create a recurring template: flags are `true` or empty, numbers are text. */
export interface ScheduleValues {
  /** The name in the list of recurring templates; empty means the description. */
  name: string;
  isRecurring: string;
  recurringFrequency: string;
  recurringInterval: string;
  /** Empty means the day of the first date; the same for the day of the week. */
  dayOfMonth: string;
  dayOfWeek: string;
  recurringEndType: string;
  recurringEndDate: string;
  recurringMaxOccurrences: string;
  /** The scope of a change: `future` or `all`. */
  scope: string;
}

/** `date` is the first day, `time` the time of day. */
export type WizardValues = TransactionValues & ScheduleValues;

/** The start values of the form, from a template as the API answers it or for a new one. */
export function wizardValues(
  template: PresentedTemplate | undefined,
  today: string,
  person: Writer,
): WizardValues {
  // A transfer has a form of its own.
  const type = template?.type === 'transfer' ? undefined : template?.type;
  const from = template && { ...template, type, date: template.start_date, time: template.preferred_time };
  return {
    ...startValues('edit', from, { date: today, time: DEFAULTS.preferred_time }, person),
    name: !template || template.name === template.description ? '' : template.name,
    ...scheduleValues(template),
  };
}

/** When a template repeats, or a new one does. */
export function scheduleValues(template?: Schedule): Omit<ScheduleValues, 'name'> {
  return {
    isRecurring: 'true',
    recurringFrequency: template?.interval_type ?? DEFAULTS.interval_type,
    recurringInterval: String(template?.interval ?? DEFAULTS.interval),
    dayOfMonth: String(template?.day_of_month ?? ''),
    dayOfWeek: String(template?.day_of_week ?? ''),
    recurringEndType: template?.end_type ?? 'never',
    recurringEndDate: template?.end_date ?? '',
    recurringMaxOccurrences: String(template?.max_occurrences ?? ''),
    scope: 'future',
  };
}

type Schedule = Pick<
  PresentedTemplate,
  'interval_type' | 'interval' | 'day_of_month' | 'day_of_week' | 'end_type' | 'end_date' | 'max_occurrences'
>;

/** The start values for a duplicate of a template: it begins today, and does not end before that. */
export function duplicateValues<Values extends Pick<WizardValues, 'recurringEndDate'>>(
  values: Values,
  today: string,
): Values {
  const isOver = values.recurringEndDate !== '' && values.recurringEndDate <= today;
  return { ...values, date: today, ...(isOver && { recurringEndType: 'never', recurringEndDate: '' }) };
}

/**
 * The start values for a template made from a transaction. It starts on the next date after the transaction that is not
 * past, so that neither the transaction nor later ones are counted twice.
 */
export function valuesLike(values: TransactionValues, empty: WizardValues): WizardValues {
  const { day_of_month, day_of_week } = ruleFrom(values.date, {});
  return {
    ...empty,
    ...values,
    date: startAfter(values.date, empty.date, empty),
    dayOfMonth: String(day_of_month),
    dayOfWeek: String(day_of_week),
  };
}

/** The next date, after the given day and today, of a template that repeats it. */
export function startAfter(
  date: string,
  today: string,
  { recurringFrequency, recurringInterval }: Pick<WizardValues, 'recurringFrequency' | 'recurringInterval'>,
): string {
  const rule = roughRule({ date, recurringFrequency, recurringInterval, dayOfMonth: '', dayOfWeek: '' });
  return nextOccurrence(rule, plusDays(date > today ? date : today, 1)) ?? today;
}

/**
 * The first day of a form sent without scripts: a suggestion follows the frequency, a date that the person chose stays.
 */
export function followingStart(sent: WizardValues, like: string, today: string): string {
  const { date, recurringInterval } = sent;
  const isSuggested = INTERVAL_TYPES.some((recurringFrequency) =>
    [recurringInterval, '1'].some(
      (interval) => date === startAfter(like, today, { recurringFrequency, recurringInterval: interval }),
    ),
  );
  return isSuggested ? startAfter(like, today, sent) : date;
}

/** The frequency of unchecked values, without an end. */
export function roughRule(
  values: Pick<
    WizardValues,
    'date' | 'recurringFrequency' | 'recurringInterval' | 'dayOfMonth' | 'dayOfWeek'
  >,
): RecurrenceRule {
  return ruleFrom(values.date, {
    interval_type: INTERVAL_TYPES.find((type) => type === values.recurringFrequency),
    interval: Number(values.recurringInterval) || 1,
    day_of_month: Number(values.dayOfMonth) || undefined,
    day_of_week: values.dayOfWeek === '' ? undefined : Number(values.dayOfWeek),
  });
}

/** In minor units, without a sign; 0 if it is missing or invalid. */
export function typedAmount({ amount }: Pick<WizardValues, 'amount'>, style: AmountStyle): number {
  const parsed = readAmount(amount, style, { current: amount });
  return 'minor' in parsed ? Math.abs(parsed.minor) : 0;
}

/** The transactions of the next dates; in minor units of the account's currency where they may differ from the form. */
interface ShownOccurrences {
  occurrences: { date: string; amount?: number; currency?: Currency; type?: 'income' | 'expense' }[];
}

export interface ShownPreview extends ShownOccurrences {
  /** The number of transactions before today that are created at once. */
  past: number;
  /** Only for a change whose scope must be chosen. */
  scopes?:
    | Record<(typeof SCOPES_OF_CHANGE)[number], ShownOccurrences & { past: number; coming: number }>
    | undefined;
}

const SHOWN = 6;
const LAST_DATE = '9999-12-31';

/**
 * The preview of a new template while it is typed, by the same rules as on the server; or the message about the first
 * missing or invalid field of its schedule.
 */
export function previewAsTyped(
  values: WizardValues,
  { today, now, style }: { today: string; now: Date; style: AmountStyle },
): ShownPreview | { error: string } {
  const result = ruleOf(values, today, style);
  if ('error' in result) return result;
  const { rule, timezone } = result;
  const todayThere = timezone ? localNow(now, timezone).date : today;
  const [, from = todayThere] = [rule.start_date, todayThere].sort();
  return {
    occurrences: occurrencesBetween(rule, from, LAST_DATE, SHOWN).map((date) => ({ date })),
    past: countBefore(rule, todayThere),
  };
}

export function fallsOn(values: WizardValues, date: string, today: string, style: AmountStyle): boolean {
  const result = ruleOf(values, today, style);
  return 'rule' in result && nextOccurrence(result.rule, date) === date;
}

function ruleOf(
  values: WizardValues,
  today: string,
  style: AmountStyle,
): { rule: RecurrenceRule; timezone: string | undefined } | { error: string } {
  const checked = safeParse(
    pick(wizardSchema(values, { today, style, isNew: true }), SCHEDULE_FIELDS),
    values,
  );
  if (!checked.success) return { error: checked.issues[0].message };
  const { start_date, timezone, ...schedule } = scheduleOf(checked.output);
  const fields = { ...schedule, start_date, timezone, description: 'any', amount: 1 };
  const [contradiction] = contradictionsOn(today)(fields, () => false);
  return contradiction
    ? { error: contradiction.message }
    : { rule: ruleFrom(start_date, schedule), timezone };
}
