import { endOfMonth, startOfMonth } from '../../domain/calendar.ts';
import { readForeign } from '../../domain/foreign-amount.ts';
import { fromDecimal } from '../../domain/money.ts';
import { currencyIn } from '../../domain/money-accounts/choices/offered.ts';
import type { TransactionValues } from '../../domain/transactions/start-values.ts';
import { type IslandForm, useFormContext, useFormValues } from '../form/island-form.tsx';
import { useTranslate } from '../hooks.ts';
import { bookedBy, signedIn } from './booked.ts';
import { useAnswer } from './use-answer.ts';

interface Share {
  category_id: string | null;
  total_amount: number;
}

/** The balance and the month of the category as they will be once the form is saved. */
export function AfterSaving() {
  const form = useFormContext();
  const t = useTranslate();
  const { format, today, mode, start } = form;
  const values = useFormValues();
  const { type, date, categoryId } = values;
  const before = mode === 'edit' ? start : undefined;
  const month = /^\d{4}-\d\d-\d\d$/.test(date) ? startOfMonth(date) : undefined;
  const chosen = categoryId && !values.newCategoryName && form.categories.find(({ id }) => id === categoryId);
  const balance = useAnswer<{ balance: number }>('/transactions/balance');
  const shares = useAnswer<{ categories: Share[] }>(
    chosen && month
      ? `/transactions/categories/breakdown?type=${type}&start_date=${month}&end_date=${endOfMonth(month)}`
      : undefined,
  );

  const booked = bookedBy(values, form);
  const change = (counts: (of: TransactionValues) => boolean) =>
    booked.reduce((sum, { date: on, minor }) => sum + (counts({ ...values, date: on }) ? minor : 0), 0) -
    (before && counts(before) ? signedIn(before, form) : 0);
  if (isOther(values, form) || (before && isOther(before, form))) return null;
  const rows: [string, number][] = [];
  const count = booked.length;
  if (count > 1) rows.push([t('transactions:card.inPayments', { count }), Math.abs(booked[1]?.minor ?? 0)]);
  if (balance)
    rows.push([
      t('transactions:summary.balance'),
      fromDecimal(balance.balance) + change((of) => of.date <= today),
    ]);
  if (chosen && month && shares) {
    const spent = shares.categories.find(({ category_id }) => category_id === chosen.id)?.total_amount ?? 0;
    const isIn = (of: TransactionValues) =>
      of.type === type && of.categoryId === categoryId && startOfMonth(of.date) === month;
    const label =
      month === startOfMonth(today) ? 'transactions:summary.thisMonth' : 'transactions:summary.itsMonth';
    rows.push([
      t(label, { category: chosen.name }),
      fromDecimal(spent) + (type === 'income' ? 1 : -1) * change(isIn),
    ]);
  }
  return (
    <dl>
      {rows.map(([label, minor]) => (
        <div key={label}>
          <dt>
            <bdi>{label}</bdi>
          </dt>
          <dd className="amount">
            <bdi>{format.money(minor)}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}

// Only the server knows the rates.
const isOther = ({ accountId, amount }: TransactionValues, { writing }: IslandForm) =>
  currencyIn(writing, accountId) !== writing.currency || readForeign(amount, writing) !== undefined;
