import { budgetName } from '../../domain/budgets/budgets.ts';
import { type BudgetState, usedShare } from '../../domain/budgets/state.ts';
import { isolated, isolatedAmount } from '../../i18n/isolated.ts';
import { listHref } from '../transactions/_list/list-address.ts';

interface Shown {
  /** Whether its period still runs. */
  isCurrent: boolean;
  /** Whether the period is named where it is not the month that the page shows. */
  hasPeriod: boolean;
}

/** How a budget stands, in words: what is left, or what it is over, and notes of which the first says what is spent. */
export function budgetTexts(
  state: BudgetState,
  { t, format, locale }: Pick<App.Locals, 't' | 'format' | 'locale'>,
  { isCurrent, hasPeriod }: Shown,
) {
  const { budget, period, amount, carried, spent, committed, left, pace, projected, lacksRate } = state;
  const money = (minor: number) => isolatedAmount(format.money(minor));
  const total = amount + carried;
  const isOver = left < 0;
  const name = budgetName(budget, locale);
  const text = isOver
    ? t('budgets:overBy', { amount: money(-left) })
    : t('budgets:left', { amount: money(left) });
  const used = isOver && total > 0 ? ` (${isolated(format.percent(spent / total))})` : '';
  const notes = [
    // Overspending that is carried over may leave less than nothing.
    total < 0
      ? t('budgets:spentOnly', { spent: money(spent) })
      : `${t('budgets:spentOf', { spent: money(spent), total: money(total) })}${used}`,
    ...(committed === 0 || !isCurrent ? [] : [t('budgets:committed', { amount: money(committed) })]),
    ...(carried > 0 ? [t('budgets:carried', { amount: money(carried) })] : []),
    ...(carried < 0 ? [t('budgets:carriedOver', { amount: money(-carried) })] : []),
    // What nothing was spent of has no pace yet.
    ...(isCurrent && !isOver && (spent !== 0 || pace === 'over')
      ? [t(`budgets:pace.${pace}`, { amount: money(Math.max(0, projected - total)) })]
      : []),
    ...(lacksRate ? [t('budgets:lacksRate')] : []),
    ...(hasPeriod
      ? [
          t('imports:fromTo', {
            from: isolated(format.date(period.from)),
            to: isolated(format.date(period.to)),
          }),
        ]
      : []),
  ];
  return {
    name,
    isOver,
    text,
    notes,
    used: usedShare(state),
    href: listHref({
      category: budget.category_ids.join(','),
      dateFrom: period.from,
      dateTo: period.to,
    }),
  };
}
