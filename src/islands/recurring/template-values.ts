import { amountField, type DecimalMark } from '../../domain/amount-text.ts';
import { DEFAULTS } from '../../domain/recurring/schema.ts';
import type { WizardValues } from './wizard-properties.ts';

/** A template as the API gives it; amounts are decimal numbers. */
export interface WizardTemplate {
  id: string;
  name: string;
  description: string;
  notes: string | null;
  amount: number;
  type: 'expense' | 'income';
  category_id: string | null;
  interval_type: string;
  interval: number;
  day_of_month: number;
  day_of_week: number;
  start_date: string;
  end_type: string;
  end_date: string | null;
  max_occurrences: number | null;
  is_active: boolean;
  timezone: string;
  preferred_time: string;
  updated_at: string;
}

/** What the form begins with for a template that is there. */
export function templateValues(template: WizardTemplate, mark: DecimalMark): WizardValues {
  return {
    type: template.type,
    amount: amountField(Math.round(template.amount * 100), mark),
    description: template.description,
    name: template.name === template.description ? '' : template.name,
    categoryId: template.category_id ?? '',
    notes: template.notes ?? '',
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

/** The same for a new series like it: it begins today, and does not end before that. */
export function duplicateValues(values: WizardValues, today: string): WizardValues {
  const isOver = values.recurringEndDate !== '' && values.recurringEndDate <= today;
  return { ...values, date: today, ...(isOver && { recurringEndType: 'never', recurringEndDate: '' }) };
}

/** What the form begins with for something new, from today on. */
export function newValues(today: string, timezone: string): WizardValues {
  return {
    type: 'expense',
    amount: '',
    description: '',
    name: '',
    categoryId: '',
    notes: '',
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
