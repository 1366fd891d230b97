import type { TemplateData } from '../../api/shapes/recurring.ts';
import type { TransactionValues } from '../../browser/core/forms/form-values.ts';
import { amountField, type DecimalMark } from '../../domain/amount-text.ts';
import { plusDays } from '../../domain/calendar.ts';
import { dayNumber, weekdayOf } from '../../domain/recurring/schedule/days.ts';
import { nextOccurrence } from '../../domain/recurring/schedule/occurrence-dates.ts';
import { ruleFrom } from '../../domain/recurring/schedule/rule-fields.ts';
import { DEFAULTS, INTERVAL_TYPES } from '../../domain/recurring/templates/template.schema.ts';
import { inputTexts } from '../../domain/transactions/fields.ts';
import type { Currency } from '../../i18n/currencies.ts';
import type { WizardValues } from './wizard-properties.ts';

export type WizardTemplate = TemplateData;

export function templateValues(
  template: WizardTemplate,
  mark: DecimalMark,
  currency: Currency,
): WizardValues {
  return {
    ...inputTexts({ ...template }),
    type: template.type,
    amount: amountField(Math.round(template.amount * 100), mark, currency),
    name: template.name === template.description ? '' : template.name,
    date: template.start_date,
    time: template.preferred_time,
    timezone: template.timezone,
    isRecurring: 'true',
    recurringFrequency: template.interval_type,
    recurringInterval: String(template.interval),
    dayOfMonth: String(template.day_of_month),
    dayOfWeek: String(template.day_of_week),
    recurringEndType: template.end_type,
    recurringEndDate: template.end_date ?? '',
    recurringMaxOccurrences: String(template.max_occurrences ?? ''),
    scope: 'future',
  };
}

/** The start values for a duplicate of a template: it begins today, and does not end before that. */
export function duplicateValues(values: WizardValues, today: string): WizardValues {
  const isOver = values.recurringEndDate !== '' && values.recurringEndDate <= today;
  return { ...values, date: today, ...(isOver && { recurringEndType: 'never', recurringEndDate: '' }) };
}

/**
 * The start values for a template made from a transaction. It starts on the next date after the transaction that is not
 * past, so that neither the transaction nor later ones are counted twice.
 */
export function valuesLike(values: TransactionValues, empty: WizardValues): WizardValues {
  const { date } = values;
  return {
    ...empty,
    ...values,
    date: startAfter(date, empty.date, empty),
    dayOfMonth: String(Number(date.slice(8))),
    dayOfWeek: String(weekdayOf(dayNumber(date))),
  };
}

/** The next date, after the given day and today, of a template that repeats it. */
export function startAfter(
  date: string,
  today: string,
  values: Pick<WizardValues, 'recurringFrequency' | 'recurringInterval'>,
): string {
  const interval_type = INTERVAL_TYPES.find((type) => type === values.recurringFrequency);
  const rule = ruleFrom(date, { interval_type, interval: Number(values.recurringInterval) || 1 });
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

export function newValues(today: string, timezone: string): WizardValues {
  return {
    ...inputTexts(),
    type: 'expense',
    name: '',
    date: today,
    time: DEFAULTS.preferred_time,
    timezone,
    isRecurring: 'true',
    recurringFrequency: DEFAULTS.interval_type,
    recurringInterval: String(DEFAULTS.interval),
    dayOfMonth: '',
    dayOfWeek: '',
    recurringEndType: 'never',
    recurringEndDate: '',
    recurringMaxOccurrences: '',
    scope: 'future',
  };
}
