import { useRef, useState } from 'react';
import { formatter } from '../../i18n/format.ts';
import type { DialogTransaction } from '../../stores/transaction-dialog.ts';
import { api } from '../api-client.ts';
import type { DialogSettings } from './dialog-settings.ts';
import { faultOf } from './fault-of.ts';
import { LateNotice } from './LateNotice.tsx';
import { useSay } from './say.ts';
import { useFocusOnArrival } from './use-focus-on-arrival.ts';

interface DeleteProperties {
  transaction: DialogTransaction;
  settings: DialogSettings;
  onDeleted: (message: string, undoId: string) => void;
  onCancel: () => void;
}

/** Asks before a transaction is deleted, with its description and amount; the focus stands on Cancel. */
export function DeletePanel({ transaction, settings, onDeleted, onCancel }: DeleteProperties) {
  const say = useSay();
  const cancel = useFocusOnArrival<HTMLButtonElement>();
  const [fault, setFault] = useState('');
  const deleting = useRef(false);
  const [waiting, setWaiting] = useState(false);
  const { currency, preferences } = settings;
  const amount = formatter(currency, preferences).money(Math.round(transaction.amount * 100));
  const recurs = Boolean(transaction.template_id || transaction.is_recurring);

  const remove = async () => {
    if (deleting.current) return;
    deleting.current = true;
    setWaiting(true);
    setFault('');
    try {
      const path = `/transactions/${transaction.type}/${encodeURIComponent(transaction.id)}`;
      const { deleted_count, undo_id } = await api<{ deleted_count: number; undo_id: string }>(path, {
        method: 'DELETE',
      });
      if (deleted_count > 0) onDeleted(say('transactions:deleteSuccess'), undo_id);
      else setFault('transactions:deleteFailed');
    } catch (error) {
      setFault(faultOf(error, 'errors:deletingFailed'));
    } finally {
      deleting.current = false;
      setWaiting(false);
    }
  };

  return (
    <>
      <div className="dialog-body">
        <p>{say('transactions:dialog.deleteQuestion')}</p>
        <p className="dialog-subject">
          <bdi>{transaction.description}</bdi>{' '}
          <span>
            {say(`transactions:form.${transaction.type}`)} <bdi className="amount">{amount}</bdi>
          </span>
        </p>
        <p className="hint">{say(`transactions:dialog.${recurs ? 'deleteOccurrence' : 'deleteForGood'}`)}</p>
        <div role="alert">{fault && <p className="flash flash-error">{say(fault)}</p>}</div>
        <LateNotice waiting={waiting} />
      </div>
      <div className="dialog-footer">
        <button
          className="button button-danger"
          type="button"
          aria-disabled={waiting || undefined}
          onClick={remove}
        >
          {say('transactions:dialog.deleteAction')}
        </button>
        <button className="button button-quiet" type="button" ref={cancel} onClick={onCancel}>
          {say('transactions:form.cancel')}
        </button>
      </div>
    </>
  );
}
