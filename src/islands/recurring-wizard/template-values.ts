import type { TemplateData } from '../../api/shapes/recurring.ts';
import { amountField, type DecimalMark } from '../../domain/amount-text.ts';
import { DEFAULTS } from '../../domain/recurring/templates/template.schema.ts';
import { inputTexts } from '../../domain/transactions/fields.ts';
import type { WizardValues } from './wizard-properties.ts';

/** A template as the API returns it. */
export type WizardTemplate = TemplateData;

/** The start values of the form for an existing template. */
export function templateValues(template: WizardTemplate, mark: DecimalMark): WizardValues {
  return {
    ...inputTexts({ ...template }),
    type: template.type,
    amount: amountField(Math.round(template.amount * 100), mark),
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

/** The start values for a new template, from today on. */
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
