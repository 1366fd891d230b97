import { useEffect, useState } from 'react';
import { safeParse } from 'valibot';
import type { DialogTransaction } from '../../browser/core/page/dialog-settings.ts';
import { bodyOf } from '../../browser/core/request/body-of.ts';
import { fromDecimal } from '../../domain/money.ts';
import { currencyIn } from '../../domain/money-accounts/choices/offered.ts';
import { transactionFormSchema } from '../../domain/transactions/schema.ts';
import type { TransactionValues } from '../../domain/transactions/start-values.ts';
import { remarksOn } from '../../stores/save-transaction.ts';
import { useFormContext, useFormValues } from '../form/island-form.tsx';
import { useTranslate, useWhenReleased } from '../hooks.ts';

export function DuplicateHint() {
  const t = useTranslate();
  const { format } = useFormContext();
  const duplicate = useWhenReleased(usePossibleDuplicate());
  if (!duplicate) return null;
  return (
    <p className="remark">
      {t('transactions:form.possibleDuplicate')} <bdi>{duplicate.description}</bdi>{' '}
      <bdi>{format.money(fromDecimal(duplicate.amount))}</bdi> <bdi>{format.date(duplicate.date)}</bdi>{' '}
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
  // Notes and category do not matter for the comparison.
  const comparedValues = JSON.stringify({ ...useFormValues(), notes: '', categoryId: '' });

  useEffect(() => {
    const values: TransactionValues = JSON.parse(comparedValues);
    const style = { ...writing, currency: currencyIn(writing, values.accountId) };
    const rules = { takesOther: Boolean(writing.accounts) };
    const checked = safeParse(transactionFormSchema(today, style, rules), values);
    if (!checked.success) return setDuplicate(undefined);
    const controller = new AbortController();
    const timer = setTimeout(async () => {
      const remarks = await remarksOn(bodyOf(checked.output, writing), controller.signal);
      if (!controller.signal.aborted) setDuplicate(remarks?.possible_duplicates[0]);
    }, PAUSE);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [comparedValues, today, writing]);
  return duplicate;
}
