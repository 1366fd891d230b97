import { dayNumber, weekdayOf } from '../../domain/recurring/calendar/days.ts';
import { frequencyWords } from '../../domain/recurring/frequency.ts';
import { formatter } from '../../i18n/format.ts';
import type { Locale } from '../../i18n/locales.ts';
import type { CategoryChoice } from '../../stores/categories.ts';
import type { NewCategoryValues } from '../category-picker/new-category.ts';
import type { WritingStyle } from '../transaction/form-properties.ts';
import type { Say } from '../transaction/say.ts';
import { shownValues } from '../transaction/shown-values.ts';
import type { WizardValues } from './wizard-properties.ts';

export interface Means {
  say: Say;
  language: string;
  writing: WritingStyle;
  categories: CategoryChoice[];
}

/** What a field, or several together, say to a person; empty where nothing was typed. */
export interface Row {
  label: string;
  text: string;
}

/** A template as a person reads it, row by row. */
export function shownTemplate(values: WizardValues & Partial<NewCategoryValues>, means: Means): Row[] {
  const { say } = means;
  const shown = shownValues(values, means);
  return [
    { label: say('transactions:form.type'), text: shown.type },
    { label: say('transactions:form.amount'), text: shown.amount },
    { label: say('transactions:form.description'), text: shown.description },
    { label: say('recurring:wizard.name'), text: values.name.trim() },
    { label: say('transactions:form.category'), text: shown.categoryId },
    { label: say('recurring:wizard.frequency'), text: shownFrequency(values, means) },
    { label: say('recurring:wizard.startsOn'), text: shown.date },
    { label: say('recurring:wizard.ends'), text: shownEnd(values, means) },
    { label: say('transactions:form.time'), text: shown.time },
    { label: say('transactions:form.timezone'), text: shown.timezone },
    { label: say('transactions:form.notes'), text: shown.notes },
  ];
}

/** How often it recurs, in words. */
export function shownFrequency(values: WizardValues, { say, language }: Means): string {
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
    say,
    language as Locale,
  );
}

/** When it ends, in words. */
export function shownEnd(values: WizardValues, { say, writing }: Means): string {
  const { recurringEndType, recurringEndDate, recurringMaxOccurrences } = values;
  if (recurringEndType === 'date' && recurringEndDate) {
    const date = formatter(writing.currency, writing).date(recurringEndDate);
    return say('recurring:wizard.endsOn', { date });
  }
  const count = Number(recurringMaxOccurrences);
  if (recurringEndType === 'occurrences' && count) return say('recurring:wizard.endsAfter', { count });
  return say('recurring:wizard.end.never');
}
