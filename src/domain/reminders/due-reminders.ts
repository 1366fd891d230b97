import { dayWords } from '../../i18n/day-words.ts';
import { formatter } from '../../i18n/format.ts';
import { isolated, isolatedAmount } from '../../i18n/isolated.ts';
import { translator } from '../../i18n/translate.ts';
import { lowestUntil } from '../balance/project.ts';
import { latestImports } from '../bank-files/read-imports.ts';
import { nextPayday } from '../budgets/available.ts';
import { NEAR_END, readStates } from '../budgets/state.ts';
import { localNow, monthOf, plusDays, todayOf } from '../calendar.ts';
import { categoryName } from '../categories/name.ts';
import { categoriesById } from '../categories/read.ts';
import type { Reading } from '../context.ts';
import { readFindings } from '../insights/read.ts';
import { accountName } from '../money-accounts/name.ts';
import { accountsById, isOpen } from '../money-accounts/read.ts';
import { listTemplates } from '../recurring/templates/read.ts';
import { readMany } from '../snapshot.ts';
import { readDue } from './due.ts';
import { REMINDER_KINDS, type Reminder, type ReminderKind } from './kinds.ts';
import type { Reminders } from './settings.ts';

/** How many days before it a bill is announced. */
const BILL_DAYS = 3;
/** Older expenses are no news; they come with files of banks. */
const UNUSUAL_DAYS = 7;
/** How far ahead the balance is projected where the next income is unknown. */
const DAYS_WITHOUT_PAYDAY = 30;
/** How long after a file the next one is missed. */
const IMPORT_DAYS = 45;
/** Percentages of a budget, the highest first. */
const SHARES = [100, NEAR_END] as const;

type Find = (context: Reading, settings: Reminders) => Promise<Omit<Reminder, 'kind'>[]>;

const FIND: Record<ReminderKind, Find> = {
  bill: findBills,
  budget: findBudgets,
  unusual_amount: findUnusual,
  low_balance: findLowBalance,
  import_due: findImportsDue,
};

/** Everything that a person is to be reminded of now, sent before or not. */
export function findReminders(context: Reading, settings: Reminders): Promise<Reminder[]> {
  return readMany(context, async (inside) => {
    const reminders: Reminder[] = [];
    for (const kind of REMINDER_KINDS)
      if (settings.kinds.includes(kind))
        reminders.push(...(await FIND[kind](inside, settings)).map((reminder) => ({ kind, ...reminder })));
    return reminders;
  });
}

/** What texts of a person are written with. */
function writing(context: Reading) {
  const { viewer, locale } = context;
  const today = todayOf(context);
  return {
    t: translator(locale),
    money: (minor: number, currency = viewer.currency) =>
      isolatedAmount(formatter(currency, viewer.preferences).money(minor)),
    day: (date: string) => isolated(dayWords(date, today, locale, viewer.preferences.date_format)),
  };
}

async function findBills(context: Reading) {
  const { t, money, day } = writing(context);
  const today = todayOf(context);
  const daily = new Set(
    (await listTemplates(context))
      .filter(({ row }) => row.interval_type === 'daily')
      .map(({ row }) => row.id),
  );
  return (await readDue(context, BILL_DAYS))
    .filter(
      ({ kind, date, templateId, isByCard }) =>
        date > today &&
        (kind === 'card' || kind === 'expense') &&
        // What is bought by card is in the bill of the card, but for what recurs, which can be cancelled.
        (templateId === null ? !isByCard : !daily.has(templateId)),
    )
    .map(({ key, name, amount, currency, date, path }) => ({
      subject: key,
      text: t('reminders:line.bill', {
        name: isolated(name),
        amount: money(amount, currency),
        day: day(date),
      }),
      path,
    }));
}

async function findBudgets(context: Reading) {
  const { t, money } = writing(context);
  const categories = await categoriesById(context);
  return (await readStates(context)).flatMap(({ budget, period, amount, carried, spent }) => {
    const total = amount + carried;
    const reached = spent > 0 ? SHARES.filter((share) => spent * 100 >= total * share) : [];
    const [share, ...lower] = reached;
    if (share === undefined) return [];
    const names = budget.category_ids.flatMap((id) => {
      const category = categories.get(id);
      return category ? [categoryName(category, context.locale)] : [];
    });
    const subjectOf = (of: number) => `${budget.id}:${period.from}:${of}`;
    const values = {
      name: isolated(names.join(', ')),
      spent: money(spent),
      total: money(total),
      over: money(spent - total),
      left: money(total - spent),
    };
    // Overspending that is carried over may leave less than nothing.
    const over = total < 0 ? 'before' : 'over';
    const text = spent > total ? over : share === 100 ? 'used' : 'near';
    return [
      {
        subject: subjectOf(share),
        settles: lower.map(subjectOf),
        text: t(`reminders:line.budget.${text}`, values),
        path: '/budgets',
      },
    ];
  });
}

async function findUnusual(context: Reading) {
  const { t, money, day } = writing(context);
  const since = plusDays(todayOf(context), -UNUSUAL_DAYS);
  return (await readFindings(context)).large
    .filter(({ date }) => date > since)
    .map(({ id, description, amount, date }) => ({
      subject: id,
      text: t('reminders:line.unusual', {
        name: isolated(description),
        amount: money(amount),
        day: day(date),
      }),
      path: `/transactions/${id}`,
    }));
}

async function findLowBalance(context: Reading, { low_balance }: Reminders) {
  if (low_balance === null) return [];
  const { t, money, day } = writing(context);
  const today = todayOf(context);
  const payday = await nextPayday(context);
  const until = plusDays(payday ?? plusDays(today, DAYS_WITHOUT_PAYDAY), -1);
  const lowest = await lowestUntil(context, until, low_balance);
  if (!lowest) return [];
  const values = { balance: money(lowest.balance), line: money(low_balance), day: day(lowest.date) };
  return [
    {
      // Once until money comes in, or once a month.
      subject: payday ?? monthOf(lowest.date),
      text: t(lowest.date === today ? 'reminders:line.low.now' : 'reminders:line.low', values),
      path: '/analytics/cash-flow',
    },
  ];
}

async function findImportsDue(context: Reading) {
  const { t, day } = writing(context);
  const accounts = await accountsById(context);
  const before = plusDays(todayOf(context), -IMPORT_DAYS);
  return [...(await latestImports(context))].flatMap(([id, instant]) => {
    const account = accounts.get(id);
    const { date } = localNow(new Date(instant), context.viewer.preferences.timezone);
    if (!account || !isOpen(account) || date > before) return [];
    const name = isolated(accountName(account, context.locale));
    return [
      {
        subject: `${id}:${date}`,
        text: t('reminders:line.import', { name, day: day(date) }),
        path: '/import',
      },
    ];
  });
}
