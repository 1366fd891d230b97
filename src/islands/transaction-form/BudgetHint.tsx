import { useFormContext, useFormValues } from '../form/island-form.tsx';
import { useTranslate } from '../hooks.ts';
import { minorOf, useAnswer } from './use-answer.ts';

interface State {
  amount: number;
  carried: number;
  left: number;
}

export function BudgetHint() {
  const t = useTranslate();
  const { format, categories } = useFormContext();
  const { categoryId, newCategoryName } = useFormValues();
  const chosen = newCategoryName ? undefined : categories.find(({ id }) => id === categoryId);
  const answer = useAnswer<{ states: State[] }>(chosen && `/budgets/state?category=${chosen.id}`);
  const money = (amount: number) => `\u2068${format.money(minorOf(Math.abs(amount)))}\u2069`;
  return (
    <div role="status">
      {answer?.states.map(({ amount, carried, left }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are never reordered.
        <p className="hint" key={index}>
          {t(`transactions:budget.${left < 0 ? 'over' : 'left'}`, {
            left: money(left),
            total: money(amount + carried),
            category: `\u2068${chosen?.name}\u2069`,
          })}
        </p>
      ))}
    </div>
  );
}
