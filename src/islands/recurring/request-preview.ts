import { toDecimal } from '../../domain/money.ts';
import { changesOf, FORM_FIELDS, templateOf, type WizardInput } from '../../domain/recurring/form/schema.ts';
import { ApiError, api } from '../api-client.ts';
import { faultOf } from '../transaction/fault-of.ts';
import type { FormField } from '../transaction/form-properties.ts';
import type { ShownPreview } from './wizard-properties.ts';

export interface Faults {
  fields?: { field: FormField; message: string }[];
  form?: string;
}

interface Occurrence {
  date: string;
}

interface OfNew {
  occurrences: Occurrence[];
  monthly_equivalent: number;
  past_count: number;
}

interface OfScope {
  updated_count: number;
  occurrences: Occurrence[];
}

interface OfChange {
  monthly_equivalent: number;
  needs_scope: boolean;
  future: OfScope;
  all: OfScope;
}

/**
 * What the checked fields come to: a new series, or a change of the one with that id.
 * @throws ApiError
 */
export async function requestPreview(
  input: WizardInput,
  id: string | undefined,
  today: string,
): Promise<ShownPreview> {
  if (id === undefined) {
    const body = { ...bodyOf(input), from: today };
    const found = await api<OfNew>('/transactions/templates/preview', { method: 'POST', body });
    return {
      dates: datesOf(found.occurrences),
      monthlyEquivalent: Math.round(found.monthly_equivalent * 100),
      past: found.past_count,
    };
  }
  const path = `/transactions/templates/${encodeURIComponent(id)}/preview`;
  const found = await api<OfChange>(path, { method: 'POST', body: changeBodyOf(input) });
  const scopeOf = ({ updated_count, occurrences }: OfScope) => ({
    updated: updated_count,
    dates: datesOf(occurrences),
  });
  return {
    dates: datesOf(found.future.occurrences),
    monthlyEquivalent: Math.round(found.monthly_equivalent * 100),
    past: 0,
    scopes: found.needs_scope ? { future: scopeOf(found.future), all: scopeOf(found.all) } : undefined,
  };
}

/** The body that makes a series of checked fields. */
export function bodyOf(input: WizardInput) {
  const template = templateOf(input);
  return { ...template, amount: toDecimal(template.amount) };
}

/** The body that changes a series to what the checked fields say. */
export function changeBodyOf(input: WizardInput) {
  const changes = changesOf(input);
  return { ...changes, amount: toDecimal(changes.amount) };
}

/** What a failed call says of the fields of the form, and of the whole form. */
export function faultsOf(error: unknown, otherwise: string): Faults {
  if (!(error instanceof ApiError)) return { form: 'transactions:form.submitFailed' };
  const fields = error.fields.map(({ field, message }) => ({
    field: (FORM_FIELDS[field] ?? field) as FormField,
    message,
  }));
  if (fields.length > 0) return { fields, form: 'transactions:form.validationFailed' };
  return { form: faultOf(error, otherwise) };
}

const datesOf = (occurrences: Occurrence[]) => occurrences.map(({ date }) => date);
