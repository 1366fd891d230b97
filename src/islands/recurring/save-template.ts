import type { WizardInput } from '../../domain/recurring/form/schema.ts';
import { ApiError, api } from '../api-client.ts';
import { newKey } from '../idempotency-key.ts';
import { bodyOf, changeBodyOf, type Faults, faultsOf } from './request-preview.ts';
import type { WizardTemplate } from './template-values.ts';

/** How saving went: `saved` is the series as it goes on, `theirs` is what somebody else made of the series meanwhile, `gone` that they deleted it. */
export type Outcome = { saved: WizardTemplate } | 'gone' | { theirs: WizardTemplate } | { faults: Faults };

interface Answer {
  template: WizardTemplate;
}

/**
 * Saves through the API: a change of `edited`, or a new series. Trying the same content again sends the same
 * idempotency key, so that an answer that was lost on the way does not make a second series.
 */
export function templateSaver() {
  let attempt = { content: '', key: '' };
  return async (input: WizardInput, edited: WizardTemplate | undefined): Promise<Outcome> => {
    const content = JSON.stringify(input);
    if (content !== attempt.content) attempt = { content, key: newKey() };
    try {
      const answer = await (edited ? change(input, edited) : create(input, attempt.key));
      return { saved: answer.template };
    } catch (error) {
      if (edited && isStale(error)) return findMeanwhile(edited.id);
      const otherwise = `recurring:notifications.recurring${edited ? 'Update' : 'Create'}Failed`;
      return { faults: faultsOf(error, otherwise) };
    }
  };
}

function create(input: WizardInput, key: string): Promise<Answer> {
  const headers = { 'Idempotency-Key': key };
  return api('/transactions/templates', { method: 'POST', body: bodyOf(input), headers });
}

function change(input: WizardInput, { id, updated_at }: WizardTemplate): Promise<Answer> {
  const body = { ...changeBodyOf(input), basedOn: updated_at };
  return api(pathOf(id), { method: 'PUT', body });
}

// A missing category is named by its field.
function isStale(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.code === 'CONFLICT' || (error.status === 404 && error.fields.length === 0);
}

async function findMeanwhile(id: string): Promise<Outcome> {
  try {
    return { theirs: await fetchTemplate(id) };
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return 'gone';
    return { faults: faultsOf(error, 'recurring:notifications.recurringUpdateFailed') };
  }
}

/** A series as it is now. @throws ApiError */
async function fetchTemplate(id: string): Promise<WizardTemplate> {
  return (await api<Answer>(pathOf(id))).template;
}

const pathOf = (id: string) => `/transactions/templates/${encodeURIComponent(id)}`;
