import { useEffect, useState } from 'react';
import type { DialogSettings, DialogTransaction } from '../../browser/core/page/dialog-settings.ts';
import { ApiError, api } from '../../browser/core/request/api-client.ts';
import { failureText } from '../../browser/core/request/failures.ts';
import { newKey } from '../../browser/core/request/idempotency.ts';
import { messageText } from '../../browser/core/texts/translate.ts';
import { formatter } from '../../i18n/format.ts';
import { naming } from '../../i18n/isolated.ts';
import type { Outcome } from '../../stores/outcome.ts';
import { sendOrKeep, startQueue } from '../../stores/save-or-keep.ts';
import { readTransaction } from '../../stores/save-transaction.ts';
import { pageOf } from '../../stores/transaction-dialog.ts';
import { LateNotice } from '../form/FormStatus.tsx';
import { useFocusOnArrival } from '../form/use-focus-on-arrival.ts';
import { type Choice, OccurrencePart } from '../occurrence/OccurrencePart.tsx';
import { useTranslate } from '../use-translate.ts';
import { DeletionConflict } from './DeletionConflict.tsx';
import { kindInWords } from './kind-in-words.ts';

interface DeleteProperties {
  transaction: DialogTransaction;
  /** Its current version, if that is another one. */
  theirs: DialogTransaction | undefined;
  /** The id of the offline entry that asks for it. */
  offlineId: number | undefined;
  settings: DialogSettings;
  onDeleted: (outcome: Outcome) => void;
  onCancel: () => void;
}

const ALONE: Choice = { scope: 'single' };

/**
 * Asks before a transaction is deleted, with its description and amount, and the scope for an occurrence; Cancel has
 * the focus.
 */
export function DeletePanel({
  transaction: seen,
  theirs,
  offlineId,
  settings,
  onDeleted,
  onCancel,
}: DeleteProperties) {
  const t = useTranslate();
  const cancel = useFocusOnArrival<HTMLButtonElement>();
  const [now, setNow] = useState(theirs);
  const transaction = now ?? seen;
  const recurs = Boolean(transaction.template_id || transaction.is_recurring);
  const [choice, setChoice] = useState<Choice | undefined>(recurs ? undefined : ALONE);
  const [missing, setMissing] = useState(false);
  const { fault, waiting, remove } = useDeleting(transaction, offlineId, { onDeleted, onChanged: setNow });
  const { currency, preferences } = settings;
  const amount = formatter(currency, preferences).money(Math.round(transaction.amount * 100));

  const confirm = () => {
    if (choice) {
      void remove(choice);
      return;
    }
    setMissing(true);
    document.getElementById('dialog-scope')?.focus();
  };
  const choose = (chosen: Choice) => {
    setChoice(chosen);
    setMissing(false);
  };

  return (
    <>
      <div className="dialog-body">
        <p>{t('transactions:dialog.deleteQuestion')}</p>
        <p className="dialog-subject">
          <bdi>{transaction.description}</bdi>{' '}
          <span>
            {kindInWords(transaction, t)} <bdi className="amount">{amount}</bdi>
          </span>
        </p>
        {recurs && (
          <OccurrencePart
            kind="removal"
            id={transaction.id}
            settings={settings}
            missing={missing}
            page={pageOf({ mode: 'delete', id: transaction.id })}
            onChoose={choose}
          />
        )}
        {now && <DeletionConflict seen={seen} now={now} settings={settings} key={now.updated_at} />}
        <p className="hint">{t('transactions:dialog.undoHint')}</p>
        <div role="alert">{fault && <p className="flash flash-error">{messageText(t, fault)}</p>}</div>
        <LateNotice waiting={waiting} />
      </div>
      <div className="dialog-footer">
        <button
          className="button button-danger"
          type="button"
          aria-disabled={waiting || undefined}
          onClick={confirm}
        >
          {t(now ? 'transactions:conflict.deleteAnyway' : 'transactions:dialog.deleteAction')}
        </button>
        <button className="button button-quiet" type="button" ref={cancel} onClick={onCancel}>
          {t('transactions:form.cancel')}
        </button>
      </div>
    </>
  );
}

const QUERIES = { single: {}, future: { deleteFuture: true }, all: { deleteAll: true } };

// Deletes a transaction with the chosen scope; nothing is sent a second time.
function useDeleting(
  transaction: DialogTransaction,
  entry: number | undefined,
  {
    onDeleted,
    onChanged,
  }: Pick<DeleteProperties, 'onDeleted'> & { onChanged: (now: DialogTransaction) => void },
) {
  const t = useTranslate();
  const [fault, setFault] = useState('');
  const [waiting, setWaiting] = useState(false);
  // What keeps it is there before the line fails.
  useEffect(() => void startQueue().catch(() => undefined), []);

  const remove = async ({ scope, messageOf }: Choice) => {
    if (waiting) return;
    setWaiting(true);
    setFault('');
    try {
      const sent = await deleteOrKeep(transaction, scope, entry);
      if ('kept' in sent) {
        onDeleted({ text: sent.kept, isKept: true });
        return;
      }
      const { deleted_count: deleted, undo_id: undoId } = sent;
      const template = scope === 'all' ? transaction.template_id : undefined;
      if (deleted > 0)
        onDeleted({
          text: messageOf?.(deleted) ?? naming(t('transactions:deleteSuccess'), transaction.description),
          undoId,
          template,
        });
      else setFault('transactions:deleteFailed');
    } catch (error) {
      const now =
        error instanceof ApiError && error.code === 'CONFLICT' ? await readNow(transaction) : undefined;
      if (now) onChanged(now);
      else setFault(failureText(error, 'errors:deletingFailed'));
    } finally {
      setWaiting(false);
    }
  };
  return { fault, waiting, remove };
}

/** Its current version; undefined if it cannot be fetched. */
const readNow = (transaction: DialogTransaction) => readTransaction(transaction).catch(() => undefined);

/** Deletes a transaction; while there is no line, that waits on this device, and its text says so. */
async function deleteOrKeep(about: DialogTransaction, scope: Choice['scope'], offlineId: number | undefined) {
  const { type, id, updated_at } = about;
  const act = { kind: 'delete', target: { type, id, updated_at } } as const;
  return sendOrKeep({ act, about, offlineId, key: newKey(), mayWait: scope === 'single' }, (key) =>
    api<{ deleted_count: number; undo_id: string }>(`/transactions/${type}/${encodeURIComponent(id)}`, {
      method: 'DELETE',
      query: { ...QUERIES[scope], basedOn: updated_at ?? undefined },
      headers: { 'Idempotency-Key': key },
    }),
  );
}
