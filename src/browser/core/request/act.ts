import type { OccurrenceScope } from '../../../domain/recurring/occurrences/schema.ts';
import type { DialogTransaction } from '../page/dialog-settings.ts';

export type SentFields = Record<string, unknown>;

/** The transaction to change or delete, in the version that was seen. */
export type Target = Pick<DialogTransaction, 'id' | 'updated_at'> & {
  /** A line may have become a transfer. */
  type: DialogTransaction['type'] | 'transfer';
};

/** What a person does to one transaction; only acts of the scope `single`, the default, can be stored. */
export type Act =
  | { kind: 'add'; body: SentFields }
  | { kind: 'line'; line: string; confirmed?: boolean }
  | { kind: 'change'; target: Target; body: SentFields; scope?: OccurrenceScope }
  | { kind: 'delete'; target: Target; scope?: OccurrenceScope };

export const targetOf = ({ type, id, updated_at }: Target): Target => ({ type, id, updated_at });

/** Takes back what one key has recorded: of a purchase, all payments. */
export const takingBack = (target: Target): Act => ({
  kind: 'delete',
  target: targetOf(target),
  scope: 'all',
});

/** What one key has recorded. */
export type Recorded = Target & Pick<Partial<DialogTransaction>, 'installment'>;

/** Whether other content cannot change what was recorded: each payment of a purchase has only its part of the amount. */
export const isReplaced = ({ installment }: Recorded, { installments }: SentFields): boolean =>
  Boolean(installment || installments);

/** The request of an act made `age` milliseconds ago. */
export function requestOf(
  act: Act,
  age: number,
): { method: 'POST' | 'PUT' | 'DELETE'; path: string; body?: SentFields } {
  // The same path for both types: a key counts for one path, and the type may change after a lost answer.
  if (act.kind === 'add') return { method: 'POST', path: '/transactions/transaction', body: act.body };
  if (act.kind === 'line') {
    const { line, confirmed } = act;
    const body = { line, ...(confirmed && { confirmed }), age: Math.max(0, age) / 1000 };
    return { method: 'POST', path: '/transactions/line', body };
  }
  const { scope = 'single', target } = act;
  const { type, id, updated_at: basedOn = null } = target;
  const isTransfer = type === 'transfer';
  const path = isTransfer ? `/transfers/${id}` : `/transactions/${type}/${id}`;
  if (act.kind === 'change') return { method: 'PUT', path, body: { ...act.body, scope, basedOn } };
  const query = { ...(!isTransfer && DELETED[scope]), ...(basedOn && { basedOn }) };
  return { method: 'DELETE', path: `${path}?${new URLSearchParams(query)}` };
}

const DELETED = { single: {}, future: { deleteFuture: 'true' }, all: { deleteAll: 'true' } };
