import { useEffect, useState } from 'react';
import { safeParse } from 'valibot';
import { transactionFormSchema } from '../../domain/transactions/schema.ts';
import type { DialogTransaction } from '../../stores/transaction-dialog.ts';
import { checkQuietly } from './check-quietly.ts';
import { bodyOf } from './checked-transaction.ts';
import type { TransactionFormProperties, TransactionValues } from './form-properties.ts';

const PAUSE = 600;

/** What the typed transaction may be a second time, asked after a pause in typing and only once it could be saved. */
export function usePossibleDuplicate(
  typed: TransactionValues,
  { today, writing }: Pick<TransactionFormProperties, 'today' | 'writing'>,
): DialogTransaction | undefined {
  const [found, setFound] = useState<DialogTransaction>();
  const { decimal_separator } = writing;
  // The notes and the category are nothing to compare by.
  const question = JSON.stringify({ ...typed, notes: '', categoryId: '' });

  useEffect(() => {
    const read = safeParse(transactionFormSchema(today, decimal_separator), JSON.parse(question));
    if (!read.success) return setFound(undefined);
    const left = new AbortController();
    const timer = setTimeout(async () => {
      const answer = await checkQuietly(bodyOf(read.output), left.signal);
      if (!left.signal.aborted) setFound(answer?.possible_duplicates[0]);
    }, PAUSE);
    return () => {
      clearTimeout(timer);
      left.abort();
    };
  }, [question, today, decimal_separator]);
  return found;
}
