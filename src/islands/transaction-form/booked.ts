import { readAmount } from '../../domain/amount-text.ts';
import { isDate, plusMonths } from '../../domain/calendar.ts';
import { INSTALLMENTS_MOST, splitAmount } from '../../domain/transactions/installment-amounts.ts';
import type { TransactionValues } from '../../domain/transactions/start-values.ts';
import type { IslandForm } from '../form/island-form.tsx';

/** What is booked, and when: all of it at once, or a payment a month. Minor units, expenses below zero. */
export function bookedBy(values: TransactionValues, form: Pick<IslandForm, 'writing'>) {
  const minor = signedIn(values, form);
  const payments = Number(values.installments ?? '');
  const isSplit = minor < 0 && Number.isInteger(payments) && payments > 1 && payments <= INSTALLMENTS_MOST;
  const parts = isSplit ? splitAmount(-minor, payments, form.writing.currency) : null;
  if (!parts || !isDate(values.date)) return [{ date: values.date, minor }];
  return parts.map((part, index) => ({ date: plusMonths(values.date, index), minor: -part }));
}

export function signedIn(
  { amount, type }: TransactionValues,
  { writing }: Pick<IslandForm, 'writing'>,
): number {
  const read = readAmount(amount, writing, { current: amount });
  const minor = 'minor' in read ? Math.abs(read.minor) : 0;
  return type === 'income' ? minor : -minor;
}
