import { useState } from 'react';
import { formatter } from '../../i18n/format.ts';
import { type DialogTransaction, pageOf } from '../../stores/transaction-dialog.ts';
import type { DialogSettings } from './dialog-settings.ts';
import { LateNotice } from './LateNotice.tsx';
import type { Deletion } from './refresh-page.ts';
import { type Choice, SeriesPart } from './SeriesPart.tsx';
import { useSay } from './say.ts';
import { useDeleting } from './use-deleting.ts';
import { useFocusOnArrival } from './use-focus-on-arrival.ts';

interface DeleteProperties {
  transaction: DialogTransaction;
  settings: DialogSettings;
  onDeleted: (message: string, deletion: Deletion) => void;
  onCancel: () => void;
}

const ALONE: Choice = { scope: 'single' };

/**
 * Asks before a transaction is deleted, with its description and amount, and how much of its series goes with it; the
 * focus stands on Cancel.
 */
export function DeletePanel({ transaction, settings, onDeleted, onCancel }: DeleteProperties) {
  const say = useSay();
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
        <p>{say('transactions:dialog.deleteQuestion')}</p>
        <p className="dialog-subject">
          <bdi>{transaction.description}</bdi>{' '}
          <span>
            {say(`transactions:form.${transaction.type}`)} <bdi className="amount">{amount}</bdi>
          </span>
        </p>
        {recurs && (
          <SeriesPart
            kind="removal"
            id={transaction.id}
            settings={settings}
            missing={missing}
            page={pageOf({ mode: 'delete', id: transaction.id })}
            onChoose={choose}
          />
        )}
        <p className="hint">{say('transactions:dialog.deleteForGood')}</p>
        <div role="alert">{fault && <p className="flash flash-error">{say(fault)}</p>}</div>
        <LateNotice waiting={waiting} />
      </div>
      <div className="dialog-footer">
        <button
          className="button button-danger"
          type="button"
          aria-disabled={waiting || undefined}
          onClick={confirm}
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
