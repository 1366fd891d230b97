import type { Errors, FormField } from '../../browser/core/forms/form-values.ts';
import { ApiError, api } from '../../browser/core/request/api-client.ts';
import type { Create } from '../../browser/core/request/creation.ts';
import { failureText } from '../../browser/core/request/failures.ts';
import { toDecimal } from '../../domain/money.ts';
import {
  changesOf,
  FORM_FIELDS,
  templateOf,
  type WizardInput,
} from '../../domain/recurring/templates/wizard.schema.ts';
import { read } from '../../stores/cached-reads.ts';
import type { WizardTemplate } from './template-values.ts';
import type { ShownPreview } from './wizard-properties.ts';

interface Impact {
  updated_count: number;
  occurrences: { date: string; amount: number; type: 'income' | 'expense' }[];
}

interface Answer {
  template: WizardTemplate;
}

const pathOf = (id: string) => `/transactions/templates/${encodeURIComponent(id)}`;

const decimal = <Body extends { amount: number }>(body: Body) => ({
  ...body,
  amount: toDecimal(body.amount),
});

/** The preview of a change of a template. @throws ApiError */
export async function requestPreview(
  input: WizardInput,
  { id, basedOn }: { id: string; basedOn: string | undefined },
): Promise<ShownPreview> {
  const { monthly_equivalent, needs_scope, future, all } = await api<{
    monthly_equivalent: number;
    needs_scope: boolean;
    future: Impact;
    all: Impact;
  }>(`${pathOf(id)}/preview`, {
    method: 'POST',
    body: { ...decimal(changesOf(input)), basedOn },
    background: true,
  });
  const scopeOf = ({ updated_count, occurrences }: Impact) => ({
    updated: updated_count,
    dates: occurrences.map(({ date }) => date),
    amounts: Object.fromEntries(
      occurrences.map(({ date, amount, type }) => [date, { amount: Math.round(amount * 100), type }]),
    ),
  });
  const { dates, amounts } = scopeOf(future);
  return {
    dates,
    amounts,
    monthlyEquivalent: Math.round(monthly_equivalent * 100),
    past: 0,
    scopes: needs_scope ? { future: scopeOf(future), all: scopeOf(all) } : undefined,
  };
}

/** Creates a template, or changes the one created by an earlier attempt, including its past. @throws ApiError */
export async function createTemplate(input: WizardInput, create: Create): Promise<WizardTemplate> {
  const body = decimal(templateOf(input));
  const change = async ({ template }: Answer): Promise<Answer> => ({
    template: await changeTemplate(await readTemplate(template), { ...input, scope: 'all' }),
  });
  return (await create('/transactions/templates', body, change)).template;
}

/** @throws ApiError */
export async function changeTemplate(
  { id, updated_at }: WizardTemplate,
  input: WizardInput,
): Promise<WizardTemplate> {
  const body = { ...decimal(changesOf(input)), basedOn: updated_at };
  return (await api<Answer>(pathOf(id), { method: 'PUT', body })).template;
}

/** Deletes the template created by an earlier attempt, including its past. @throws ApiError */
export async function removeTemplate({ template }: Answer): Promise<void> {
  await api(`${pathOf(template.id)}?scope=all`, { method: 'DELETE' });
}

/** Cached until anything is changed in this browser. @throws ApiError */
export async function readTemplate({ id }: Pick<WizardTemplate, 'id'>): Promise<WizardTemplate> {
  return (await read<Answer>('templates', pathOf(id))).template;
}

export function templateErrors(error: unknown, otherwise: string): Errors {
  if (!(error instanceof ApiError)) return { form: 'transactions:form.submitFailed' };
  const fields = error.fields.map(({ field, message }) => ({
    field: (FORM_FIELDS[field] ?? field) as FormField,
    message,
  }));
  if (fields.length > 0) return { fields, form: 'transactions:form.validationFailed' };
  return { form: failureText(error, otherwise) };
}
