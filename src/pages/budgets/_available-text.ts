import type { AstroGlobal } from 'astro';
import type { Headline, Unknown } from '../../domain/budgets/available.ts';
import { formatter } from '../../i18n/format.ts';
import { isolated, isolatedAmount } from '../../i18n/isolated.ts';

/** Until when it must last and how much a day that is, and what else should be known before it is spent. */
export function availableTexts(
  { amount, until, days, perDay, by, free, onPayday }: Headline,
  { locals: { t, format, signedIn } }: AstroGlobal,
): { until: string; perDay: string | null; free: string | null; note: string | null } {
  const money = (minor: number) => isolatedAmount(format.money(minor));
  const { currency, preferences } = signedIn.viewer;
  const whole = formatter(currency, { ...preferences, decimals: 0 });
  const isOver = amount < 0;
  const key = by === 'plan' ? (isOver ? 'planOver' : 'planText') : isOver ? 'availableOver' : 'availableText';
  // About: cents would only be in the way, unless there is nothing else.
  const daily = whole.money(perDay < 100 ? perDay : perDay - (perDay % 100));
  return {
    until: t(`budgets:${key}`, {
      date: isolated(format.date(until)),
      days: t('budgets:days', { count: days }),
    }),
    perDay: isOver ? null : t('budgets:perDay', { amount: isolatedAmount(daily) }),
    free: freeText(),
    note:
      onPayday &&
      t('budgets:onPayday', {
        amount: money(onPayday.amount),
        date: isolated(format.date(onPayday.date)),
      }),
  };

  function freeText(): string | null {
    if (free === null || typeof free === 'string') return null;
    const values = {
      kept: money(free.inBudgets),
      free: money(free.amount),
      short: money(-free.amount),
      date: isolated(format.date(free.until)),
    };
    if (free.amount >= 0) return t(by === 'plan' ? 'budgets:freeBeside' : 'budgets:free', values);
    if (free.inBudgets > 0) return t('budgets:freeShort', values);
    // Counted from the balance, the amount itself says so.
    return by === 'plan' ? t('budgets:freeNothing', values) : null;
  }
}

/** Where one says what is missing, or how the amount adds up. */
export function availableHref(available: Headline | Unknown): string {
  if (available === 'noIncome') return '/recurring/new?type=income';
  if (available === 'noBalance') return '/transactions/opening-balance';
  return available === 'noPlan' ? '/budgets/new' : '/budgets#available';
}
