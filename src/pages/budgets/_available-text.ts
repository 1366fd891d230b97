import type { AstroGlobal } from 'astro';
import type { Free, Headline, Unknown } from '../../domain/budgets/available.ts';
import { accountName } from '../../domain/money-accounts/name.ts';
import { formatter } from '../../i18n/format.ts';
import { isolated, isolatedAmount } from '../../i18n/isolated.ts';

/** With fewer days left, a day's share would only be in the way. */
const DAYS_TO_SHARE = 5;

/** How much it is, until when it must last and how much a day that is, what budgets take of it, and what else should be known. */
export function availableTexts(headline: Headline, { locals: { t, format, locale, signedIn } }: AstroGlobal) {
  const { until, days, by, free, onPayday, silent } = headline;
  const isFree = isFreeOf(headline);
  const amount = isFreeOf(headline) ? headline.free.amount : headline.amount;
  const perDay = isFree ? Math.floor(amount / days) : headline.perDay;
  const money = (minor: number) => isolatedAmount(format.money(minor));
  const { currency, preferences } = signedIn.viewer;
  const whole = formatter(currency, { ...preferences, decimals: 0 });
  const isOver = amount < 0;
  // About: cents would only be in the way, unless there is nothing else.
  const daily = whole.money(perDay < 100 ? perDay : perDay - (perDay % 100));
  const untilText = (key: 'planText' | 'availableText' | 'availableOver', date: string, left: number) =>
    t(`budgets:${key}`, { date: isolated(format.date(date)), days: t('budgets:days', { count: left }) });
  const freeText = ({ amount, inBudgets }: Free): string | null => {
    if (isFree) return t('budgets:free', { left: money(headline.amount), kept: money(inBudgets) });
    if (by === 'balance') return null;
    return amount < 0
      ? t('budgets:freeShort', { short: money(-amount) })
      : t('budgets:freeBeside', { free: money(amount) });
  };
  return {
    amount,
    until:
      by === 'plan'
        ? untilText('planText', until, days)
        : untilText(isOver ? 'availableOver' : 'availableText', until, days),
    perDay: isOver || days < DAYS_TO_SHARE ? null : t('budgets:perDay', { amount: isolatedAmount(daily) }),
    free: free && freeText(free),
    /** The end of the period, unless it is shown already. */
    freeUntil: free && by === 'plan' ? untilText('availableText', free.until, free.days) : null,
    /** Which cards' next bills are not taken off, because nothing says what they are. */
    silent:
      silent.length > 0
        ? t('budgets:silent', {
            count: silent.length,
            names: new Intl.ListFormat(locale).format(silent.map(({ card }) => accountName(card, locale))),
            date: isolated(format.date(silent.map(({ since }) => since).toSorted()[0] ?? '')),
          })
        : null,
    note:
      onPayday &&
      t('budgets:onPayday', {
        amount: money(onPayday.amount),
        date: isolated(format.date(onPayday.date)),
      }),
  };
}

/** Whether it is said without what budgets will take: who asks what can be bought besides is answered by one figure. */
function isFreeOf(headline: Headline): headline is Headline & { free: Free } {
  return headline.by === 'balance' && headline.free !== null && headline.free.inBudgets > 0;
}

/** What it is called: beside what is left of the plan, more may be free. */
export function availableName(available: Headline | Unknown) {
  if (typeof available === 'string') return 'budgets:available';
  if (available.by === 'plan') return 'budgets:availablePlan';
  return isFreeOf(available) ? 'budgets:line.free' : 'budgets:available';
}

/** Where one says what is missing, or how the amount adds up. */
export function availableHref(available: Headline | Unknown): string {
  if (available === 'noIncome') return '/recurring/new?type=income';
  if (available === 'noBalance') return '/transactions/opening-balance';
  return available === 'noPlan' ? '/budgets/new' : '/budgets#adds-up';
}
