import { useEffect, useState } from 'react';
import { safeParse } from 'valibot';
import type { FormValues } from '../../browser/core/forms/form-values.ts';
import type { DialogTransaction } from '../../browser/core/page/dialog-settings.ts';
import { transactionFormSchema } from '../../domain/transactions/schema.ts';
import { formatter } from '../../i18n/format.ts';
import { bodyOf, remarksOn } from '../../stores/save-transaction.ts';
import { type IslandForm, useFormValues } from '../form/use-island-form.ts';
import { useTranslate, useWhenReleased } from '../hooks.ts';
import type { TransactionFormProperties } from './form-properties.ts';

export type HintProperties = Pick<TransactionFormProperties, 'today' | 'writing'> & { form: IslandForm };

/** Names the possible duplicates of a new transaction, which can be saved all the same. */
export function DuplicateHint({ form, today, writing }: HintProperties) {
  const t = useTranslate();
  const found = useWhenReleased(usePossibleDuplicate(useFormValues(form), { today, writing }));
  const format = formatter(writing.currency, writing);
  if (!found) return null;
  return (
    <p className="remark">
      {t('transactions:form.possibleDuplicate')} <bdi>{found.description}</bdi>{' '}
      <bdi>{format.money(Math.round(found.amount * 100))}</bdi> <bdi>{format.date(found.date)}</bdi>{' '}
      <a href={`/transactions/${found.id}`} target="_blank" rel="noreferrer">
        {t('transactions:form.viewDuplicate')}
        <span className="visually-hidden"> {t('transactions:form.newTab')}</span>
      </a>
    </p>
  );
}

const PAUSE = 600;

// Requested after a pause in typing, and only once the transaction could be saved.
function usePossibleDuplicate(
  typed: FormValues,
  { today, writing }: Pick<HintProperties, 'today' | 'writing'>,
): DialogTransaction | undefined {
  const [found, setFound] = useState<DialogTransaction>();
  const { decimal_separator, thousand_separator, currency } = writing;
  // Notes and category do not matter for the comparison.
  const question = JSON.stringify({ ...typed, notes: '', categoryId: '' });

  useEffect(() => {
    const read = safeParse(
      transactionFormSchema(today, { decimal_separator, thousand_separator, currency }),
      JSON.parse(question),
    );
    if (!read.success) return setFound(undefined);
    const left = new AbortController();
    const timer = setTimeout(async () => {
      const remarks = await remarksOn(bodyOf(read.output), left.signal);
      if (!left.signal.aborted) setFound(remarks?.possible_duplicates[0]);
    }, PAUSE);
    return () => {
      clearTimeout(timer);
      left.abort();
    };
  }, [question, today, decimal_separator, thousand_separator, currency]);
  return found;
}
