import type { OccurrenceScope } from '../../domain/recurring/schema.ts';
import type { DialogTransaction } from '../../stores/transaction-dialog.ts';
import { ApiError, api } from '../api-client.ts';
import { newKey } from '../idempotency-key.ts';
import { bodyOf, type CheckedTransaction } from './checked-transaction.ts';
import { faultOf } from './fault-of.ts';
import type { FieldName } from './form-properties.ts';
import { leaveAlert } from './leave-alert.ts';

export interface Faults {
  fields?: { field: FieldName; message: string }[];
  form?: string;
}

/** How saving went: `theirs` is what somebody else made of it meanwhile, `gone` that they deleted it. */
export type Outcome = 'saved' | 'gone' | { theirs: DialogTransaction } | { faults: Faults };

interface Answer {
  transaction?: DialogTransaction;
}

/**
 * Saves through the API: a change of `edited`, or a new transaction. Trying the same content again sends the same
 * idempotency key, so that an answer that was lost on the way does not make a second transaction.
 */
export function saver() {
  let attempt = { content: '', key: '' };
  return async (
    checked: CheckedTransaction,
    edited: DialogTransaction | undefined,
    scope: OccurrenceScope,
  ): Promise<Outcome> => {
    const body = bodyOf(checked);
    const content = JSON.stringify(body);
    if (content !== attempt.content) attempt = { content, key: newKey() };
    try {
      const answer = edited ? await change(edited, { ...body, scope }) : await create(body, attempt.key);
      if (answer?.transaction) return 'saved';
      return { faults: { form: `transactions:${edited ? 'updateFailed' : 'createFailed'}` } };
    } catch (error) {
      const meanwhile = edited && isStale(error) && (await findMeanwhile(edited.id));
      return (
        meanwhile || { faults: faultsOf(error, edited ? 'errors:updatingFailed' : 'errors:addingFailed') }
      );
    }
  };
}

type Body = ReturnType<typeof bodyOf>;

async function create(body: Body, key: string): Promise<Answer | undefined> {
  const headers = { 'Idempotency-Key': key };
  const answer = await api<Answer | undefined>(`/transactions/${body.type}`, {
    method: 'POST',
    body,
    headers,
  });
  if (answer?.transaction) await leaveAlert(answer.transaction);
  return answer;
}

function change(
  { type, id, updated_at }: DialogTransaction,
  body: Body & { scope: OccurrenceScope },
): Promise<Answer | undefined> {
  return api<Answer | undefined>(`/transactions/${type}/${encodeURIComponent(id)}`, {
    method: 'PUT',
    body: { ...body, basedOn: updated_at ?? null },
  });
}

// Whatever changed its type moved it to another address. A missing category is named by its field.
function isStale(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.code === 'CONFLICT' || (error.status === 404 && error.fields.length === 0);
}

async function findMeanwhile(id: string): Promise<Outcome> {
  try {
    const { transaction } = await api<{ transaction: DialogTransaction }>(
      `/transactions/${encodeURIComponent(id)}`,
    );
    return { theirs: transaction };
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return 'gone';
    return { faults: faultsOf(error, 'errors:updatingFailed') };
  }
}

const FIELDS: Record<string, FieldName> = {
  type: 'type',
  amount: 'amount',
  description: 'description',
  category_id: 'categoryId',
  categoryId: 'categoryId',
  date: 'date',
  time: 'time',
  timezone: 'timezone',
  notes: 'notes',
};

function faultsOf(error: unknown, otherwise: string): Faults {
  if (!(error instanceof ApiError)) return { form: 'transactions:form.submitFailed' };
  const fields = error.fields.flatMap(({ field, message }) =>
    FIELDS[field] ? [{ field: FIELDS[field], message }] : [],
  );
  const elsewhere = error.fields.find(({ field }) => !FIELDS[field]);
  if (fields.length > 0) return { fields, form: elsewhere?.message ?? 'transactions:form.validationFailed' };
  return { form: elsewhere?.message ?? faultOf(error, otherwise) };
}
