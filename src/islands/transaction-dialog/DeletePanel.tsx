import { useState } from 'react';
import { formatter } from '../../i18n/format.ts';
import { naming } from '../../i18n/isolated.ts';
import { type DialogTransaction, pageOf } from '../../stores/transaction-dialog.ts';
import { api } from '../api-client.ts';
import { LateNotice } from '../form/FormStatus.tsx';
import { failureText } from '../form/failure-text.ts';
import { useFocusOnArrival } from '../form/use-focus-on-arrival.ts';
import { type Choice, OccurrencePart } from '../occurrence/OccurrencePart.tsx';
import { useTranslate } from '../use-translate.ts';
import type { DialogSettings } from './dialog-settings.ts';
import type { Outcome } from './outcome.ts';

interface DeleteProperties {
  transaction: DialogTransaction;
  settings: DialogSettings;
  onDeleted: (outcome: Outcome) => void;
  onCancel: () => void;
}

const ALONE: Choice = { scope: 'single' };

/**
 * Asks before a transaction is deleted, with its description and amount, and the scope for an occurrence; Cancel has
 * the focus.
 */
export function DeletePanel({ transaction, settings, onDeleted, onCancel }: DeleteProperties) {
  const t = useTranslate();
  const cancel = useFocusOnArrival<HTMLButtonElement>();
  const recurs = Boolean(transaction.template_id || transaction.is_recurring);
  const [choice, setChoice] = useState<Choice | undefined>(recurs ? undefined : ALONE);
  const [missing, setMissing] = useState(false);
  const { fault, waiting, remove } = useDeleting(transaction, onDeleted);
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
            {t(`transactions:form.${transaction.type}`)} <bdi className="amount">{amount}</bdi>
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
        <p className="hint">{t('transactions:dialog.undoHint')}</p>
        <div role="alert">{fault && <p className="flash flash-error">{t(fault)}</p>}</div>
        <LateNotice waiting={waiting} />
      </div>
      <div className="dialog-footer">
        <button
          className="button button-danger"
          type="button"
          aria-disabled={waiting || undefined}
          onClick={confirm}
        >
          {t('transactions:dialog.deleteAction')}
        </button>
        <button className="button button-quiet" type="button" ref={cancel} onClick={onCancel}>
          {t('transactions:form.cancel')}
        </button>
      </div>
    </>
  );
}

const QUERIES = { single: '', future: '?deleteFuture=true', all: '?deleteAll=true' };

// Deletes a transaction with the chosen scope; nothing is sent a second time.
function useDeleting(transaction: DialogTransaction, onDeleted: (outcome: Outcome) => void) {
  const t = useTranslate();
  const [fault, setFault] = useState('');
  const [waiting, setWaiting] = useState(false);

  const remove = async ({ scope, messageOf }: Choice) => {
    if (waiting) return;
    setWaiting(true);
    setFault('');
    try {
      const { deleted, undoId } = await send(transaction, scope);
      const template = scope === 'all' ? transaction.template_id : undefined;
      if (deleted > 0)
        onDeleted({
          text: messageOf?.(deleted) ?? naming(t('transactions:deleteSuccess'), transaction.description),
          undoId,
          template,
        });
      else setFault('transactions:deleteFailed');
    } catch (error) {
      setFault(failureText(error, 'errors:deletingFailed'));
    } finally {
      setWaiting(false);
    }
  };
  return { fault, waiting, remove };
}

async function send({ type, id }: DialogTransaction, scope: Choice['scope']) {
  const path = `/transactions/${type}/${encodeURIComponent(id)}${QUERIES[scope]}`;
  const answer = await api<{ deleted_count: number; undo_id: string }>(path, { method: 'DELETE' });
  return { deleted: answer.deleted_count, undoId: answer.undo_id };
}
