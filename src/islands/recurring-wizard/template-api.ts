import type { InferOutput } from 'valibot';
import type { scopePreviewShape, TemplateData } from '../../api/shapes/recurring.ts';
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
import type { ShownPreview } from '../../domain/recurring/templates/wizard-values.ts';
import { read } from '../../stores/cached-reads.ts';

interface Answer {
  template: TemplateData;
}

const pathOf = (id: string) => `/transactions/templates/${encodeURIComponent(id)}`;

const changesTo = (input: WizardInput) => {
  const { accountAmount, ...changes } = changesOf(input);
  return { ...changes, accountAmount: accountAmount && toDecimal(accountAmount) };
};

interface PreviewAnswer extends Record<'future' | 'all', InferOutput<typeof scopePreviewShape>> {
  needs_scope: boolean;
}

/** The preview of a change of a template. @throws ApiError */
export async function requestPreview(
  input: WizardInput,
  { id, basedOn }: { id: string; basedOn: string | undefined },
): Promise<ShownPreview> {
  const body = { ...changesTo(input), basedOn };
  const answer = await api<PreviewAnswer>(`${pathOf(id)}/preview`, {
    method: 'POST',
    body,
    background: true,
  });
  const scopeOf = (scope: 'future' | 'all') => ({
    past: answer[scope].past_count,
    coming: answer[scope].coming_count,
    occurrences: answer[scope].occurrences.map(
      ({ date, amount, account_amount, account_currency, type }) => ({
        date,
        amount: Math.round((account_amount ?? amount ?? 0) * 100),
        ...(account_currency && { currency: account_currency }),
        type: type === 'income' ? type : ('expense' as const),
      }),
    ),
  });
  const scopes = { future: scopeOf('future'), all: scopeOf('all') };
  return {
    occurrences: scopes.future.occurrences,
    past: 0,
    scopes: answer.needs_scope ? scopes : undefined,
  };
}

/** Creates a template, or changes the one created by an earlier attempt, including its past. @throws ApiError */
export async function createTemplate(input: WizardInput, create: Create): Promise<TemplateData> {
  const template = templateOf(input);
  const body = { ...template, amount: toDecimal(template.amount) };
  const change = async ({ template }: Answer): Promise<Answer> => ({
    template: (await changeTemplate(await readTemplate(template), { ...input, scope: 'all' })).template,
  });
  return (await create('/transactions/templates', body, change)).template;
}

/** @throws ApiError */
export async function changeTemplate(
  { id, updated_at }: TemplateData,
  input: WizardInput,
): Promise<Answer & { undo_id: string | null; changed_from: string | null }> {
  const body = { ...changesTo(input), basedOn: updated_at };
  return api(pathOf(id), { method: 'PUT', body });
}

/** Deletes the template created by an earlier attempt, including its past. @throws ApiError */
export async function removeTemplate({ template }: Answer): Promise<void> {
  await api(`${pathOf(template.id)}?scope=all`, { method: 'DELETE' });
}

/** Cached until anything is changed in this browser. @throws ApiError */
export async function readTemplate({ id }: Pick<TemplateData, 'id'>): Promise<TemplateData> {
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
