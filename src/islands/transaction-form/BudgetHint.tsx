import { fromDecimal } from '../../domain/money.ts';
import { useFormContext, useFormValues } from '../form/island-form.tsx';
import { useTranslate } from '../hooks.ts';
import { bookedBy } from './booked.ts';
import { useAnswer } from './use-answer.ts';

interface State {
  period: { from: string; to: string };
  amount: number;
  carried: number;
  left: number;
}

/** What is left of the category's budgets; once the amount of a new expense is typed, what its payments will leave. */
export function BudgetHint({ isNew }: { isNew: boolean }) {
  const t = useTranslate();
  const { format, categories, writing } = useFormContext();
  const values = useFormValues();
  const { accountId, categoryId, newCategoryName, type } = values;
  const chosen = newCategoryName ? undefined : categories.find(({ id }) => id === categoryId);
  const answer = useAnswer<{ states: State[] }>(chosen && `/budgets/state?category=${chosen.id}`);
  const isForeign = writing.accounts?.find(({ id }) => id === accountId)?.currency !== undefined;
  const booked = isNew && type === 'expense' && !isForeign ? bookedBy(values, { writing }) : [];
  const money = (minor: number) => `\u2068${format.money(Math.abs(minor))}\u2069`;
  return (
    <div role="status">
      {answer?.states.map(({ period, amount, carried, left: before }, index) => {
        const those = booked.filter(({ date }) => date >= period.from && date <= period.to);
        const takes = those.reduce((sum, { minor }) => sum - minor, 0);
        const left = fromDecimal(before) - takes;
        const state = left < 0 ? 'over' : takes > 0 ? 'leaves' : 'left';
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are never reordered.
          <p className="hint" key={index}>
            {t(`transactions:budget.${state}`, {
              left: money(left),
              total: money(fromDecimal(amount) + fromDecimal(carried)),
              category: `\u2068${chosen?.name}\u2069`,
            })}
          </p>
        );
      })}
    </div>
  );
}
