import type { NewCategoryValues } from '../../browser/core/forms/form-values.ts';
import { dateOf, dayNumber } from '../../domain/recurring/schedule/days.ts';
import { frequencyWords } from '../../domain/recurring/schedule/frequency.ts';
import { roughRule, type WizardValues } from '../../domain/recurring/templates/wizard-values.ts';
import type { Row } from '../form/ConflictNotice.tsx';
import type { IslandForm } from '../form/island-form.tsx';
import { shownValues, type Wording } from '../transaction-form/shown-values.ts';

type TemplateWording = Wording & Pick<IslandForm, 'language'>;

export function shownTemplate(
  values: WizardValues & Partial<NewCategoryValues>,
  wording: TemplateWording,
): Row[] {
  const { t } = wording;
  const shown = shownValues(values, wording);
  return [
    { label: t('transactions:form.type'), text: shown.type },
    { label: t('transactions:form.amount'), text: shown.amount },
    { label: t('transactions:form.description'), text: shown.description },
    { label: t('recurring:wizard.name'), text: values.name.trim() },
    { label: t('transactions:form.category'), text: shown.categoryId },
    { label: t('transactions:form.account'), text: shown.accountId },
    { label: t('recurring:wizard.frequency'), text: shownFrequency(values, wording) },
    { label: t('recurring:wizard.startsOn'), text: shown.date },
    { label: t('recurring:wizard.ends'), text: shownEnd(values, wording) },
    { label: t('transactions:form.time'), text: shown.time },
    { label: t('transactions:form.timezone'), text: shown.timezone },
    { label: t('transactions:form.notes'), text: shown.notes },
  ];
}

export function shownFrequency(values: WizardValues, { t, language }: TemplateWording): string {
  return frequencyWords(roughRule(values), t, language);
}

export function shownEnd(values: WizardValues, { t, format }: Wording): string {
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
  const { interval_type, day_of_month } = roughRule(values);
  if (interval_type !== 'monthly' && interval_type !== 'yearly') return false;
  return Number(date.slice(8)) < day_of_month && dateOf(dayNumber(date) + 1).endsWith('-01');
}

export function isEndless({ recurringEndType }: Pick<WizardValues, 'recurringEndType'>): boolean {
  return recurringEndType === 'never';
}
