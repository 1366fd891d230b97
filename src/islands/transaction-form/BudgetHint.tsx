import { fromDecimal } from '../../domain/money.ts';
import { useFormContext, useFormValues } from '../form/island-form.tsx';
import { useTranslate } from '../hooks.ts';
import { useAnswer } from './use-answer.ts';

interface State {
  period: { from: string; to: string };
  amount: number;
  carried: number;
  left: number;
}

/** What is left of the category's budgets; once the amount of a new expense is typed, what it will leave. */
export function BudgetHint({ isNew }: { isNew: boolean }) {
  const t = useTranslate();
  const { format, categories, writing } = useFormContext();
  const { accountId, amount: typed, categoryId, date, newCategoryName, type } = useFormValues();
  const chosen = newCategoryName ? undefined : categories.find(({ id }) => id === categoryId);
  const answer = useAnswer<{ states: State[] }>(chosen && `/budgets/state?category=${chosen.id}`);
  const isForeign = writing.accounts?.find(({ id }) => id === accountId)?.currency !== undefined;
  // What is no plain number counts once it is saved.
  const plain = typed.replaceAll(writing.thousand_separator, '').replace(writing.decimal_separator, '.');
  const takes = isNew && type === 'expense' && !isForeign ? Number(plain) : 0;
  const money = (amount: number) => `\u2068${format.money(fromDecimal(Math.abs(amount)))}\u2069`;
  return (
    <div role="status">
      {answer?.states.map(({ period, amount, carried, left: before }, index) => {
        const counts = takes > 0 && date >= period.from && date <= period.to;
        const left = counts ? before - takes : before;
        const state = left < 0 ? 'over' : counts ? 'leaves' : 'left';
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are never reordered.
          <p className="hint" key={index}>
            {t(`transactions:budget.${state}`, {
              left: money(left),
              total: money(amount + carried),
              category: `\u2068${chosen?.name}\u2069`,
            })}
          </p>
        );
      })}
    </div>
  );
}
