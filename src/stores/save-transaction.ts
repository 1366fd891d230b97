import type { Errors } from '../browser/core/forms/form-values.ts';
import type { Toast } from '../browser/core/notices/toast.ts';
import type { DialogSettings, DialogTransaction } from '../browser/core/page/dialog-settings.ts';
import {
  type Act,
  isReplaced,
  requestOf,
  type SentFields,
  takingBack,
  targetOf,
} from '../browser/core/request/act.ts';
import { ApiError, api } from '../browser/core/request/api-client.ts';
import type { Creation } from '../browser/core/request/creation.ts';
import { failureText } from '../browser/core/request/failures.ts';
import { newKey } from '../browser/core/request/idempotency.ts';
import type { Translate } from '../browser/core/texts/translate.ts';
import { fromDecimal } from '../domain/money.ts';
import type { OccurrenceScope } from '../domain/recurring/occurrences/schema.ts';
import { inputNamed } from '../domain/transactions/fields.ts';
import { formatter, SIGNS } from '../i18n/format.ts';
import { naming } from '../i18n/isolated.ts';
import type { SavedOutcome } from './transaction-dialog.ts';
import { readTransaction } from './transactions.ts';

/** A saved transaction, with what undoes a change. */
export interface Saved {
  transaction: DialogTransaction;
  undo_id?: string | null;
  updated_count?: number;
}

/** The outcome of adding a transaction, with a later warning if it is unusual. */
export function added(
  transaction: DialogTransaction,
  { currency, preferences }: DialogSettings,
  t: Translate,
): SavedOutcome {
  const { id, type, amount, description, installment, account_name } = transaction;
  // The next one mostly has the same.
  if (preferences.account && type === 'expense') preferences.account = transaction.account_id;
  const money = formatter(currency, preferences).money(fromDecimal(installment?.total ?? amount));
  const text = naming(
    t('transactions:createSuccess'),
    description,
    `${SIGNS[type]}${money}`,
    ...(preferences.accounts && account_name ? [account_name] : []),
    ...(installment ? [t('transactions:card.inPayments', { count: installment.of })] : []),
  );
  return {
    kind: 'shown',
    text,
    added: { id, basedOn: transaction.updated_at ?? undefined },
    later: alertAbout(transaction),
  };
}

const REMARKS_TIMEOUT = 1000;

// Saving does not wait for it.
async function alertAbout(recorded: DialogTransaction): Promise<Toast | undefined> {
  const remarks = await remarksOn(recorded, AbortSignal.timeout(REMARKS_TIMEOUT));
  return remarks?.security_alert ? { kind: 'warning', text: remarks.security_alert } : undefined;
}

/** Sends an act, once per key. With a creation, what an earlier attempt created is changed. @throws ApiError */
export async function sendAct<Answer = Saved>(act: Act, once: string | Creation): Promise<Answer> {
  const { path, method, body } = requestOf(act, 0);
  const change = async (earlier: Saved): Promise<Saved> => {
    if (!isReplaced(earlier.transaction, body ?? {}))
      return sendAct(changeOf(await readTransaction(earlier.transaction), body ?? {}), newKey());
    await removeTransaction(earlier);
    return sendAct(act, newKey());
  };
  const answer: Partial<Saved & { deleted_count: number }> | undefined =
    typeof once === 'string'
      ? await api(path, { method, body, headers: { 'Idempotency-Key': once } })
      : await once.create(path, body ?? {}, change);
  const result = answer?.transaction ?? answer?.deleted_count;
  // The caller's own text says which act has failed.
  if (!result) throw new ApiError(502, 'UNKNOWN_ERROR', '');
  return answer as Answer;
}

/** The act that changes a transaction; `scope` says how much of its recurring template changes. */
export function changeOf(seen: DialogTransaction, body: SentFields, scope: OccurrenceScope = 'single'): Act {
  return { kind: 'change', target: targetOf(seen), body, scope };
}

/** Deletes what an earlier attempt created. @throws ApiError */
export async function removeTransaction({ transaction }: Saved): Promise<void> {
  await sendAct(takingBack({ ...transaction, updated_at: undefined }), newKey());
}

const PAID = ['originalAmount', 'originalCurrency', 'rate', 'convertedAmount', 'installments'] as const;

export function transactionErrors(error: unknown, isChange: boolean): Errors {
  if (!(error instanceof ApiError)) return { form: 'transactions:form.submitFailed' };
  const fields = error.fields.flatMap(({ field, message }) => {
    const input = inputNamed(field) ?? PAID.find((name) => name === field);
    return input ? [{ field: input, message }] : [];
  });
  const elsewhere = error.fields.find(({ field }) => !inputNamed(field));
  if (fields.length > 0) return { fields, form: elsewhere?.message ?? 'transactions:form.validationFailed' };
  return {
    form: elsewhere?.message ?? failureText(error, `errors:${isChange ? 'updating' : 'adding'}Failed`),
  };
}

interface Remarks {
  /** Texts in the person's language, if it is unusual. */
  security_alert: string | null;
  /** Most likely first. */
  possible_duplicates: DialogTransaction[];
}

/** Fetches the findings about a transaction. A failed call returns undefined, without a message or redirect. */
export function remarksOn(transaction: object, signal: AbortSignal): Promise<Remarks | undefined> {
  return api<Remarks>('/transactions/check', {
    method: 'POST',
    body: transaction,
    signal,
    background: true,
  }).catch(() => undefined);
}

interface Categorised {
  id: string;
  category_id?: string | null | undefined;
}

/** The `rule` of a toast about a change. */
export const ruleOf = (before: Partial<Categorised>, { id, category_id }: Categorised): string | undefined =>
  category_id && category_id !== before.category_id ? id : undefined;
