import type { AstroGlobal } from 'astro';
import type { Free, Headline, Unknown } from '../../domain/budgets/available.ts';
import { accountName } from '../../domain/money-accounts/name.ts';
import { formatter } from '../../i18n/format.ts';
import { isolated, isolatedAmount } from '../../i18n/isolated.ts';

/** With fewer days left, a day's share would only be in the way. */
const DAYS_TO_SHARE = 5;

/** How much it is, until when it must last and how much a day that is, what budgets take of it, and what else should be known. */
export function availableTexts(headline: Headline, { locals: { t, format, locale, signedIn } }: AstroGlobal) {
  const { by, free, limit, onPayday, silent } = headline;
  const isFree = isFreeOf(headline);
  const { amount, until, days, lines } = isFree ? headline.free : headline;
  const comesIn = lines.find(({ kind }) => kind === 'incomes')?.amount ?? 0;
  const perDay = isFree ? Math.floor(amount / days) : headline.perDay;
  const money = (minor: number) => isolatedAmount(format.money(minor));
  const { currency, preferences } = signedIn.viewer;
  const whole = formatter(currency, { ...preferences, decimals: 0 });
  const isOver = amount < 0;
  // About: cents would only be in the way, unless there is nothing else.
  const daily = whole.money(perDay < 100 ? perDay : perDay - (perDay % 100));
  const untilText = (key: 'planText' | 'availableText', one: Pick<Headline, 'until' | 'days'>) =>
    t(`budgets:${key}`, {
      date: isolated(format.date(one.until)),
      days: t('budgets:days', { count: one.days }),
    });
  const besideText = ({ amount, inBudgets }: Free): string | null => {
    if (by === 'plan')
      return isFree
        ? t('budgets:planBeside', { left: money(headline.amount) })
        : t('budgets:freeBeside', { free: money(amount) });
    return isFree ? t('budgets:free', { left: money(headline.amount), kept: money(inBudgets) }) : null;
  };
  return {
    /** Without a sign: the name says that it is short. */
    amount: Math.abs(amount),
    isOver,
    until: untilText(by === 'plan' && !isFree ? 'planText' : 'availableText', { until, days }),
    perDay: isOver || days < DAYS_TO_SHARE ? null : t('budgets:perDay', { amount: isolatedAmount(daily) }),
    /** The other figure: what there is in all, what is free beside the plan, what is left of a plan that is short, or how little there is. */
    beside: free
      ? besideText(free)
      : limit === null
        ? null
        : t('budgets:limitBeside', { amount: money(limit) }),
    /** The end of its days, unless it is shown already. */
    besideUntil:
      free && by === 'plan'
        ? untilText(isFree ? 'planText' : 'availableText', isFree ? headline : free)
        : null,
    /** Which cards' next bills are not taken off, because nothing says what they are. */
    silent:
      silent.length > 0
        ? t('budgets:silent', {
            count: silent.length,
            names: new Intl.ListFormat(locale).format(silent.map(({ card }) => accountName(card, locale))),
            date: isolated(format.date(silent.map(({ since }) => since).toSorted()[0] ?? '')),
          })
        : null,
    /** The money in it that has not come yet. */
    comesIn: comesIn > 0 ? t('budgets:comesIn', { amount: money(comesIn) }) : null,
    note:
      onPayday &&
      t('budgets:onPayday', {
        amount: money(onPayday.amount),
        date: isolated(format.date(onPayday.date)),
      }),
  };
}

/** What is left of budgets together, and what they are over. */
export function leftTexts(
  { left, over }: { left: number; over: number },
  { locals: { t, format } }: AstroGlobal,
): string[] {
  const money = (minor: number) => isolatedAmount(format.money(minor));
  return [
    ...(left > 0 || over === 0 ? [t('budgets:left', { amount: money(left) })] : []),
    ...(over > 0 ? [t('budgets:overBy', { amount: money(over) })] : []),
  ];
}

/**
 * Whether it is said without what budgets will take: who asks what can be bought besides is answered by one figure. What
 * is left of the plan is no answer where the accounts have less than all budgets need.
 */
function isFreeOf(headline: Headline): headline is Headline & { free: Free } {
  const { by, free } = headline;
  return free !== null && (by === 'balance' ? free.inBudgets > 0 : free.amount < 0);
}

/** What it is called: beside what is left of the plan, more may be free. */
export function availableName(available: Headline | Unknown) {
  if (typeof available === 'string') return 'budgets:available';
  const isFree = isFreeOf(available);
  if ((isFree ? available.free : available).amount < 0) return 'budgets:short';
  if (isFree) return 'budgets:line.free';
  return available.by === 'plan' ? 'budgets:availablePlan' : 'budgets:available';
}

/** Where one says what is missing, or how the amount adds up. */
export function availableHref(available: Headline | Unknown): string {
  if (available === 'noIncome') return '/recurring/new?type=income';
  if (available === 'noAccount') return '/accounts/new';
  if (available === 'payerArchived') return '/accounts#archived';
  if (available === 'noBalance') return '/transactions/opening-balance';
  return available === 'noPlan' ? '/budgets/new' : '/budgets?how=#available';
}
