import type { AstroGlobal } from 'astro';
import type { Available } from '../../domain/budgets/available.ts';
import { isolated, isolatedAmount } from '../../i18n/isolated.ts';

/** What can be spent until money comes in, in one line. */
export function availableText(
  { amount, until, days, perDay }: Available,
  { locals: { t, format } }: AstroGlobal,
): string {
  const money = (minor: number) => isolatedAmount(format.money(minor));
  return t(amount < 0 ? 'budgets:availableOver' : 'budgets:availableText', {
    amount: money(Math.abs(amount)),
    date: isolated(format.date(until)),
    days: t('budgets:days', { count: days }),
    perDay: money(perDay),
  });
}
