import type { Currency } from '../../i18n/currencies.ts';
import type { TextKey } from '../../i18n/texts.ts';
import { type AmountStyle, amountField, readAmount } from '../amount-text.ts';
import { roundedTo } from '../money.ts';

// Invented figures, in minor units of shekels.

export const TABS = ['overview', 'transactions', 'balance', 'benefits'] as const;

const HOUSEHOLDS = {
  student: { income: 420_000, expenses: 390_000 },
  family: { income: 1_980_000, expenses: 1_745_000 },
  retired: { income: 1_120_000, expenses: 965_000 },
} as const;

const HOUSEHOLD_NAMES = Object.keys(HOUSEHOLDS) as (keyof typeof HOUSEHOLDS)[];

/** The balance before the transaction that is tried. */
const BALANCE = 240_000;

/** The days of an example month with transactions, with their income and expenses. */
const DAYS = [
  { day: 1, income: 1_100_000, expenses: 420_000 },
  { day: 10, income: 0, expenses: 31_000 },
  { day: 18, income: 0, expenses: 185_000 },
  { day: 27, income: 60_000, expenses: 92_000 },
] as const;

const WEEKS = 52;

/** Rough rates to shekels, so that examples have familiar sizes. */
const SHEKELS: Record<Currency, number> = {
  ILS: 1,
  USD: 4,
  EUR: 4,
  GBP: 4,
  CHF: 4,
  CAD: 2.5,
  AUD: 2.5,
  CNY: 0.5,
  JPY: 0.025,
};

interface Example {
  figures: [TextKey, number][];
  /** The options, each with its parameters of the address. */
  options?: { query: Record<string, string>; text: [TextKey, { day: number }?]; isCurrent: boolean }[];
  kind?: 'income' | 'expense';
  amount?: { name: string; label: TextKey; value: string };
}

export function exampleOf(
  tab: (typeof TABS)[number],
  query: Record<string, string>,
  style: AmountStyle,
): Example {
  const { currency } = style;
  // A whole amount of about the same size.
  const inCurrency = (minor: number) =>
    currency === 'ILS' ? minor : Math.round(minor / SHEKELS[currency] / 100) * 100;
  const typed = (name: string, otherwise: number) => {
    const parsedAmount = readAmount(query[name] ?? '', style);
    return 'minor' in parsedAmount ? Math.abs(parsedAmount.minor) : inCurrency(otherwise);
  };
  const amount = (name: string, label: TextKey, minor: number) => ({
    name,
    label,
    value: amountField(minor, style.decimal_separator, currency),
  });
  switch (tab) {
    case 'overview': {
      const household = HOUSEHOLD_NAMES.find((name) => name === query.household) ?? 'family';
      const [income, expenses] = [
        inCurrency(HOUSEHOLDS[household].income),
        inCurrency(HOUSEHOLDS[household].expenses),
      ];
      return {
        options: HOUSEHOLD_NAMES.map((name) => ({
          query: { household: name },
          text: [`onboarding:overview.${name}`],
          isCurrent: name === household,
        })),
        figures: [
          ['onboarding:income', income],
          ['onboarding:expenses', expenses],
          ['onboarding:left', income - expenses],
        ],
      };
    }
    case 'transactions': {
      const kind = query.kind === 'income' ? 'income' : 'expense';
      const minor = typed('amount', 12_000);
      const before = inCurrency(BALANCE);
      return {
        kind,
        amount: amount('amount', 'onboarding:templates.amount', minor),
        figures: [
          ['onboarding:transactions.before', before],
          ['onboarding:transactions.after', kind === 'income' ? before + minor : before - minor],
        ],
      };
    }
    case 'balance': {
      const chosen = DAYS.find(({ day }) => String(day) === query.day) ?? DAYS[0];
      const end = DAYS.filter(({ day }) => day <= chosen.day).reduce(
        (balance, { income, expenses }) => balance + inCurrency(income) - inCurrency(expenses),
        inCurrency(BALANCE),
      );
      return {
        options: DAYS.map(({ day }) => ({
          query: { day: String(day) },
          text: ['onboarding:balance.day', { day }],
          isCurrent: day === chosen.day,
        })),
        figures: [
          ['onboarding:income', inCurrency(chosen.income)],
          ['onboarding:expenses', inCurrency(chosen.expenses)],
          ['onboarding:balance.end', end],
        ],
      };
    }
    case 'benefits': {
      const week = typed('week', 6000);
      return {
        amount: amount('week', 'onboarding:benefits.week', week),
        figures: [
          ['onboarding:benefits.year', week * WEEKS],
          ['onboarding:benefits.less', roundedTo(currency, (week * WEEKS) / 3)],
        ],
      };
    }
  }
}
