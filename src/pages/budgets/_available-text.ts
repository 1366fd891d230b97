import type { AstroGlobal } from 'astro';
import type { Free, Headline, Unknown } from '../../domain/budgets/available.ts';
import { formatter } from '../../i18n/format.ts';
import { isolated, isolatedAmount } from '../../i18n/isolated.ts';

/** Until when it must last and how much a day that is, what is free beside it, and what else should be known. */
export function availableTexts(
  { amount, until, days, perDay, by, free, onPayday }: Headline,
  { locals: { t, format, signedIn } }: AstroGlobal,
) {
  const money = (minor: number) => isolatedAmount(format.money(minor));
  const { currency, preferences } = signedIn.viewer;
  const whole = formatter(currency, { ...preferences, decimals: 0 });
  const isOver = amount < 0;
  // About: cents would only be in the way, unless there is nothing else.
  const daily = whole.money(perDay < 100 ? perDay : perDay - (perDay % 100));
  const untilText = (key: 'planText' | 'availableText' | 'availableOver', date: string, left: number) =>
    t(`budgets:${key}`, { date: isolated(format.date(date)), days: t('budgets:days', { count: left }) });
  const freeText = ({ amount, inBudgets }: Free): string | null => {
    const values = { kept: money(inBudgets), free: money(amount), short: money(-amount) };
    if (amount >= 0) return t(by === 'plan' ? 'budgets:freeBeside' : 'budgets:free', values);
    // Counted from the balance, the amount itself says so.
    return inBudgets > 0 || by === 'plan' ? t('budgets:freeShort', values) : null;
  };
  return {
    until:
      by === 'plan'
        ? untilText('planText', until, days)
        : untilText(isOver ? 'availableOver' : 'availableText', until, days),
    perDay: isOver || days < 3 ? null : t('budgets:perDay', { amount: isolatedAmount(daily) }),
    free: free && freeText(free),
    /** The end of the period, unless it is shown already. */
    freeUntil: free && by === 'plan' ? untilText('availableText', free.until, free.days) : null,
    note:
      onPayday &&
      t('budgets:onPayday', {
        amount: money(onPayday.amount),
        date: isolated(format.date(onPayday.date)),
      }),
  };
}

/** What it is called: beside what is left of the plan, more may be free. */
export function availableName(available: Headline | Unknown) {
  const isPlan = typeof available !== 'string' && available.by === 'plan';
  return isPlan ? 'budgets:availablePlan' : 'budgets:available';
}

/** Where one says what is missing, or how the amount adds up. */
export function availableHref(available: Headline | Unknown): string {
  if (available === 'noIncome') return '/recurring/new?type=income';
  if (available === 'noBalance') return '/transactions/opening-balance';
  return available === 'noPlan' ? '/budgets/new' : '/budgets#available';
}
