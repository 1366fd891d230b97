import { useEffect, useState } from 'react';
import { safeParse } from 'valibot';
import type { DialogTransaction } from '../../browser/core/page/dialog-settings.ts';
import { transactionFormSchema } from '../../domain/transactions/schema.ts';
import { bodyOf, remarksOn } from '../../stores/save-transaction.ts';
import { withLaterTexts } from '../dialog/later-texts.tsx';
import { useFormContext, useFormValues } from '../form/island-form.tsx';
import { useTranslate, useWhenReleased } from '../hooks.ts';

function DuplicateHint() {
  const t = useTranslate();
  const { format } = useFormContext();
  const duplicate = useWhenReleased(usePossibleDuplicate());
  if (!duplicate) return null;
  return (
    <p className="remark">
      {t('transactions:form.possibleDuplicate')} <bdi>{duplicate.description}</bdi>{' '}
      <bdi>{format.money(Math.round(duplicate.amount * 100))}</bdi> <bdi>{format.date(duplicate.date)}</bdi>{' '}
      <a href={`/transactions/${duplicate.id}`} target="_blank" rel="noreferrer">
        {t('transactions:form.viewDuplicate')}
        <span className="visually-hidden"> {t('transactions:form.newTab')}</span>
      </a>
    </p>
  );
}

const PAUSE = 600;

// Requested after a pause in typing, and only once the transaction is valid.
function usePossibleDuplicate(): DialogTransaction | undefined {
  const { today, writing } = useFormContext();
  const [duplicate, setDuplicate] = useState<DialogTransaction>();
  const { decimal_separator, thousand_separator, currency } = writing;
  // Notes and category do not matter for the comparison.
  const comparedValues = JSON.stringify({ ...useFormValues(), notes: '', categoryId: '' });

  useEffect(() => {
    const checked = safeParse(
      transactionFormSchema(today, { decimal_separator, thousand_separator, currency }),
      JSON.parse(comparedValues),
    );
    if (!checked.success) return setDuplicate(undefined);
    const controller = new AbortController();
    const timer = setTimeout(async () => {
      const remarks = await remarksOn(bodyOf(checked.output), controller.signal);
      if (!controller.signal.aborted) setDuplicate(remarks?.possible_duplicates[0]);
    }, PAUSE);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [comparedValues, today, decimal_separator, thousand_separator, currency]);
  return duplicate;
}

export const loadDuplicateHint = () => withLaterTexts(DuplicateHint);
