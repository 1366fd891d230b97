import { useEffect, useState, useTransition } from 'react';
import type { DialogTransaction } from '../../browser/core/page/dialog-settings.ts';
import { ApiError, api } from '../../browser/core/request/api-client.ts';
import { failureText } from '../../browser/core/request/failures.ts';
import { messageText } from '../../browser/core/texts/translate.ts';
import { naming } from '../../i18n/isolated.ts';
import type { SavedOutcome } from '../../stores/transaction-dialog.ts';
import { useTranslate } from '../hooks.ts';

interface AddedProperties {
  transaction: DialogTransaction;
  outcome: SavedOutcome;
  onUndone: (text: string) => void;
}

export function AddedBefore({ transaction, outcome, onUndone }: AddedProperties) {
  const t = useTranslate();
  const [error, setError] = useState('');
  const [alert, setAlert] = useState('');
  const [isUndoing, start] = useTransition();
  useEffect(() => {
    outcome.later?.then((remark) => setAlert(remark?.text ?? ''));
  }, [outcome]);

  const undo = async () => {
    try {
      const instead = await undoAddTransaction(transaction);
      const { description } = transaction;
      if (instead) onUndone(t(`transactions:undoAdd.${instead}`, { name: description }));
      else onUndone(naming(t('transactions:deleteSuccess'), description));
    } catch (error) {
      setError(failureText(error, 'errors:deletingFailed'));
    }
  };
  return (
    <>
      <div className="flash flash-success">
        <p>{outcome.text}</p>
        <button
          className="button button-small"
          type="button"
          aria-disabled={isUndoing || undefined}
          onClick={() => isUndoing || start(undo)}
        >
          {t('common:undo')}
        </button>
      </div>
      {alert && <p className="flash flash-warning">{alert}</p>}
      {error && <p className="flash flash-error">{messageText(t, error)}</p>}
    </>
  );
}

/** Undoes an addition; returns what happened to it instead, elsewhere. @throws ApiError */
async function undoAddTransaction({
  type,
  id,
  updated_at: basedOn,
}: DialogTransaction): Promise<'changed' | 'gone' | undefined> {
  try {
    await api(`/transactions/${type}/${encodeURIComponent(id)}`, { method: 'DELETE', query: { basedOn } });
    return undefined;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === 'CONFLICT') return 'changed';
    if (error.status === 404) return 'gone';
    throw error;
  }
}
