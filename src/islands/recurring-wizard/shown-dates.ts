import { dateOf, dayNumber } from '../../domain/recurring/schedule/days.ts';
import type { WizardValues } from './wizard-properties.ts';

/** Whether a date is the last day of a month that lacks the day on which the template recurs. */
export function isShortened(date: string, values: WizardValues): boolean {
  const { recurringFrequency, dayOfMonth, date: start } = values;
  if (recurringFrequency !== 'monthly' && recurringFrequency !== 'yearly') return false;
  const wanted = Number((recurringFrequency === 'monthly' && dayOfMonth) || start.slice(8));
  return Number(date.slice(8)) < wanted && dateOf(dayNumber(date) + 1).endsWith('-01');
}

/** Whether the template goes on without an end. */
export function isEndless({ recurringEndType }: Pick<WizardValues, 'recurringEndType'>): boolean {
  return recurringEndType === 'never';
}
