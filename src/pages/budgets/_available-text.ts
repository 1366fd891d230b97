import type { AstroGlobal } from 'astro';
import type { Headline, Unknown } from '../../domain/budgets/available.ts';
import { isolated, isolatedAmount } from '../../i18n/isolated.ts';

/** What can be spent until money comes in, or of the month's plan, in one line; or why that cannot be said. */
export function availableText(available: Headline | Unknown, { locals: { t, format } }: AstroGlobal): string {
  if (typeof available === 'string') return t(`budgets:cannot.${available}`);
  const { amount, until, days, perDay, by, limit } = available;
  const money = (minor: number) => isolatedAmount(format.money(minor));
  const isOver = amount < 0;
  const key = by === 'plan' ? (isOver ? 'planOver' : 'planText') : isOver ? 'availableOver' : 'availableText';
  const text = t(`budgets:${key}`, {
    amount: money(Math.abs(amount)),
    date: isolated(format.date(until)),
    days: t('budgets:days', { count: days }),
    perDay: money(perDay),
  });
  return limit === null ? text : `${text}. ${t('budgets:limit', { amount: money(Math.max(0, limit)) })}`;
}

/** Where one says what is missing, or how the amount adds up. */
export function availableHref(available: Headline | Unknown): string {
  if (available === 'noIncome') return '/recurring/new?type=income';
  if (available === 'noBalance') return '/transactions/opening-balance';
  return available === 'noPlan' ? '/budgets/new' : '/budgets#available';
}
