import type { NewCategoryValues, WritingStyle } from '../../browser/core/forms/form-values.ts';
import type { Translate } from '../../browser/core/texts/translate.ts';
import { dateOf, dayNumber, weekdayOf } from '../../domain/recurring/schedule/days.ts';
import { frequencyWords } from '../../domain/recurring/schedule/frequency.ts';
import type { Format } from '../../i18n/format.ts';
import type { Locale } from '../../i18n/locales.ts';
import type { CategoryChoice } from '../../stores/categories.ts';
import type { Row } from '../form/ConflictNotice.tsx';
import { shownValues } from '../transaction-form/shown-values.ts';
import type { WizardValues } from './wizard-properties.ts';

export interface Means {
  t: Translate;
  language: string;
  writing: WritingStyle;
  categories: CategoryChoice[];
  format: Format;
}

export function shownTemplate(values: WizardValues & Partial<NewCategoryValues>, means: Means): Row[] {
  const { t } = means;
  const shown = shownValues(values, means);
  return [
    { label: t('transactions:form.type'), text: shown.type },
    { label: t('transactions:form.amount'), text: shown.amount },
    { label: t('transactions:form.description'), text: shown.description },
    { label: t('recurring:wizard.name'), text: values.name.trim() },
    { label: t('transactions:form.category'), text: shown.categoryId },
    { label: t('recurring:wizard.frequency'), text: shownFrequency(values, means) },
    { label: t('recurring:wizard.startsOn'), text: shown.date },
    { label: t('recurring:wizard.ends'), text: shownEnd(values, means) },
    { label: t('transactions:form.time'), text: shown.time },
    { label: t('transactions:form.timezone'), text: shown.timezone },
    { label: t('transactions:form.notes'), text: shown.notes },
  ];
}

export function shownFrequency(values: WizardValues, { t, language }: Means): string {
  const { recurringFrequency, dayOfMonth, dayOfWeek, date } = values;
  const isYearly = recurringFrequency === 'yearly';
  return frequencyWords(
    {
      interval_type: recurringFrequency as 'monthly',
      interval: Number(values.recurringInterval) || 1,
      day_of_month: Number((!isYearly && dayOfMonth) || date.slice(8)),
      day_of_week: dayOfWeek === '' ? weekdayOf(dayNumber(date)) : Number(dayOfWeek),
      start_date: date,
    },
    t,
    language as Locale,
  );
}

export function shownEnd(values: WizardValues, { t, format }: Means): string {
  const { recurringEndType, recurringEndDate, recurringMaxOccurrences } = values;
  if (recurringEndType === 'date' && recurringEndDate) {
    return t('recurring:wizard.endsOn', { date: format.date(recurringEndDate) });
  }
  const count = Number(recurringMaxOccurrences);
  if (recurringEndType === 'occurrences' && count) return t('recurring:wizard.endsAfter', { count });
  return t('recurring:wizard.end.never');
}

/** Whether a date is the last day of a month that lacks the day of the template. */
export function isShortened(date: string, values: WizardValues): boolean {
  const { recurringFrequency, dayOfMonth, date: start } = values;
  if (recurringFrequency !== 'monthly' && recurringFrequency !== 'yearly') return false;
  const day = Number((recurringFrequency === 'monthly' && dayOfMonth) || start.slice(8));
  return Number(date.slice(8)) < day && dateOf(dayNumber(date) + 1).endsWith('-01');
}

export function isEndless({ recurringEndType }: Pick<WizardValues, 'recurringEndType'>): boolean {
  return recurringEndType === 'never';
}
