import { useEffect, useEffectEvent, useState, useTransition } from 'react';
import type { DialogTransaction } from '../../browser/core/page/dialog-settings.ts';
import { targetOf } from '../../browser/core/request/act.ts';
import { failureText, theirsAfter } from '../../browser/core/request/failures.ts';
import { messageText } from '../../browser/core/texts/translate.ts';
import { formatter } from '../../i18n/format.ts';
import { naming } from '../../i18n/isolated.ts';
import { saveOrQueue } from '../../stores/save-or-queue.ts';
import { pageOf } from '../../stores/transaction-dialog.ts';
import { readTransaction } from '../../stores/transactions.ts';
import type { PanelProperties } from '../dialog/Modal.tsx';
import { LoadingPanel, scrolledByKeys } from '../dialog/StatePanels.tsx';
import { useFocusOnArrival, useTranslate } from '../hooks.ts';
import type { Choice } from '../occurrence/FetchedOccurrence.tsx';
import { OccurrencePart } from '../occurrence/OccurrencePart.tsx';
import { LateNotice } from '../transaction-form/FormButtons.tsx';
import { kindInWords } from '../transaction-form/shown-values.ts';
import { DeletionConflict } from './DeletionConflict.tsx';

type DeleteProperties = Pick<PanelProperties, 'request' | 'settings' | 'onSaved' | 'onCancel'> & {
  transaction: DialogTransaction;
};

interface Deleted {
  deleted_count: number;
  undo_id: string;
}

const ALONE: Choice = { scope: 'single' };

/** Asks before a transaction is deleted, or where the question is left out, once the deletion failed. */
export function DeletePanel({ request, settings, onSaved, onCancel, ...props }: DeleteProperties) {
  const t = useTranslate();
  const cancel = useFocusOnArrival<HTMLButtonElement>();
  const { theirs, offlineId } = request;
  const [now, setNow] = useState(theirs === 'gone' ? undefined : theirs);
  const transaction = now ?? props.transaction;
  const recurs = Boolean(transaction.template_id || transaction.is_recurring);
  const [choice, setChoice] = useState<Choice | undefined>(recurs ? undefined : ALONE);
  const [missing, setMissing] = useState(false);
  const [error, setError] = useState('');
  const [isDeleting, start] = useTransition();
  // Its page asks which payments are meant.
  const isPayment = Boolean(transaction.installment) && !now && offlineId === undefined;
  const [isMeant, setMeant] = useState(request.isMeant && !recurs && !now && !isPayment);
  const { currency, preferences } = settings;
  const amount = formatter(currency, preferences).money(Math.round((transaction.amount ?? 0) * 100));

  const remove = async ({ scope, messageOf }: Choice) => {
    try {
      const act = { kind: 'delete', target: targetOf(transaction), scope } as const;
      const result = await saveOrQueue<Deleted>(act, { about: transaction, offlineId });
      if ('kept' in result) return onSaved({ kind: 'kept', text: result.kept });
      const { deleted_count: deleted, undo_id: undoId } = result;
      onSaved({
        kind: 'notice',
        text: messageOf?.(deleted) ?? naming(t('transactions:deleteSuccess'), transaction.description),
        undoId,
        template: scope === 'all' ? transaction.template_id : undefined,
      });
    } catch (refusal) {
      setMeant(false);
      const theirs = await theirsAfter(refusal, () => readTransaction(transaction)).catch(
        () => 'gone' as const,
      );
      if (theirs === 'gone') setError(failureText(refusal, 'errors:deletingFailed'));
      else setNow(theirs);
    }
  };
  const confirm = () => {
    if (!choice) {
      setMissing(true);
      document.getElementById('dialog-scope')?.focus();
    } else if (!isDeleting) {
      setError('');
      start(() => remove(choice));
    }
  };

  const confirmAtOnce = useEffectEvent(confirm);
  useEffect(() => {
    if (isMeant) confirmAtOnce();
  }, [isMeant]);

  const page = pageOf({ mode: 'delete', id: transaction.id });
  useEffect(() => {
    const { pathname, search } = location;
    if (isPayment) location.assign(`${page}?${new URLSearchParams({ return: pathname + search })}`);
  }, [isPayment, page]);

  if (isMeant || isPayment) return <LoadingPanel />;
  return (
    <>
      <div className="dialog-body" ref={scrolledByKeys}>
        <p id="dialog-question">{t('transactions:dialog.deleteQuestion')}</p>
        <p className="dialog-subject" id="dialog-subject">
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
            page={page}
            onChoose={(chosen) => {
              setChoice(chosen);
              setMissing(false);
            }}
          />
        )}
        {now && (
          <DeletionConflict seen={props.transaction} now={now} settings={settings} key={now.updated_at} />
        )}
        <p className="hint">{t('transactions:dialog.undoHint')}</p>
        <div role="alert">{error && <p className="flash flash-error">{messageText(t, error)}</p>}</div>
        <LateNotice waiting={isDeleting} />
      </div>
      <div className="dialog-footer">
        <button
          className="button button-danger"
          type="button"
          aria-disabled={isDeleting || undefined}
          onClick={confirm}
        >
          {t(now ? 'transactions:conflict.deleteAnyway' : 'transactions:dialog.deleteAction')}
        </button>
        <button
          className="button button-quiet"
          type="button"
          ref={cancel}
          aria-describedby="dialog-question dialog-subject"
          onClick={onCancel}
        >
          {t('transactions:form.cancel')}
        </button>
      </div>
    </>
  );
}
