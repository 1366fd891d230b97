import type { DialogTransaction } from '../../stores/transaction-dialog.ts';
import { ApiError, api } from '../api-client.ts';
import { bodyOf, type CheckedTransaction } from './checked-transaction.ts';
import { faultOf } from './fault-of.ts';
import type { FieldName } from './form-properties.ts';

interface Faults {
  fields?: { field: FieldName; message: string }[];
  form?: string;
}

/**
 * Saves through the API: a change of `edited`, or a new transaction. Trying the same content again sends the same
 * idempotency key, so that an answer that was lost on the way does not make a second transaction.
 * @returns what went wrong, in words or text keys; nothing when it is saved
 */
export function saver(edited: DialogTransaction | undefined, timezone: string) {
  let attempt = { content: '', key: '' };
  return async (checked: CheckedTransaction): Promise<Faults | undefined> => {
    const body = bodyOf(checked, timezone);
    const content = JSON.stringify(body);
    if (content !== attempt.content) attempt = { content, key: newKey() };
    try {
      if (edited) await api(pathOf(edited), { method: 'PUT', body });
      else
        await api(`/transactions/${body.type}`, {
          method: 'POST',
          body,
          headers: { 'Idempotency-Key': attempt.key },
        });
      return undefined;
    } catch (error) {
      return faultsOf(error);
    }
  };
}

function pathOf({ type, id }: DialogTransaction): string {
  return `/transactions/${type}/${encodeURIComponent(id)}`;
}

// `randomUUID` exists on https and localhost only, and Pruta may be served by plain http in a home network.
function newKey(): string {
  if (crypto.randomUUID) return crypto.randomUUID();
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}

const FIELDS: Record<string, FieldName> = {
  type: 'type',
  amount: 'amount',
  description: 'description',
  category_id: 'categoryId',
  categoryId: 'categoryId',
  date: 'date',
  time: 'time',
  notes: 'notes',
};

function faultsOf(error: unknown): Faults {
  const refused = error instanceof ApiError ? error.fields : [];
  const fields = refused.flatMap(({ field, message }) =>
    FIELDS[field] ? [{ field: FIELDS[field], message }] : [],
  );
  const elsewhere = refused.find(({ field }) => !FIELDS[field]);
  if (fields.length > 0) return { fields, form: elsewhere?.message ?? 'transactions:form.validationFailed' };
  return { form: elsewhere?.message ?? faultOf(error) };
}
