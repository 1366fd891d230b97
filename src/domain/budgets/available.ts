import type { AccountRow, GoalRow } from '../../db/tables.ts';
import type { Currency } from '../../i18n/currencies.ts';
import { daysBetween, plusDays, todayOf } from '../calendar.ts';
import type { Reading } from '../context.ts';
import { type Figures, isBalanceMeaningful } from '../ledger/figures.ts';
import { findFirstMoney, sumFigures } from '../ledger/totals.queries.ts';
import { smallestAmount } from '../money.ts';
import { readSilentCards } from '../money-accounts/cards/charges.ts';
import { readExpectedPayments } from '../money-accounts/cards/read-expected.ts';
import { accountName } from '../money-accounts/name.ts';
import { accountsById, readMoneyInAccounts } from '../money-accounts/read.ts';
import { fromSnapshot } from '../snapshot.ts';
import { findIncomes, findUpcoming, type SpentRow, spentByDay } from './budgets.queries.ts';
import { amountOf } from './budgets.ts';
import { readGoals } from './goals.ts';
import { leastSpending } from './least-spending.ts';
import { type Period, periodOf } from './periods.ts';
import { type BudgetState, readStates } from './state.ts';

/** Kinds of accounts that people pay from; savings and loans are left out. */
const SPENT_FROM: ReadonlySet<string> = new Set(['bank', 'cash', 'credit_card', 'other']);

type LineKind =
  | 'accounts'
  | 'cards'
  | 'due'
  | 'incomes'
  | 'moved'
  | 'goals'
  | 'planned'
  | 'carried'
  | 'spent'
  | 'committed'
  | 'over'
  | 'budgets';

/** What can be spent until a day; minor units. */
export interface Available {
  amount: number;
  /** The first day that it need not last for: on which money comes in, or after the last one of the plan. */
  until: string;
  /** Days from today on, without that day. */
  days: number;
  perDay: number;
  /** They add up to the amount. */
  lines: Line[];
}

interface Line {
  kind: LineKind;
  amount: number;
  /** What it is the sum of; none where it says all. */
  parts?: LinePart[];
}

/** An account, a transaction or a goal; minor units. */
interface LinePart {
  id: string;
  name: string;
  /** The day of a transaction. */
  date?: string;
  amount: number;
}

/** What can be spent, by balance or by plan, and the limit by the other one. Minor units. */
export interface Headline extends Available {
  by: 'balance' | 'plan';
  /** What money comes in by; null for what is left of the plan. */
  income: string | null;
  /** What the accounts allow where that is less than the plan. */
  limit: number | null;
  /** Null without budgets, and where it is unknown. */
  free: Free | null;
  /** Why that is unknown, where there are budgets. */
  freeUnknown: BalanceUnknown | null;
  /** What is due on the next payday itself, which nothing is kept back for. */
  onPayday: { date: string; amount: number } | null;
  /** Cards whose latest purchases are not recorded, so that their next bill is not taken off. */
  silent: { card: AccountRow; since: string }[];
}

/** What is left of the balance on the next payday if all budgets are spent; negative where they plan more than that. */
export interface Free {
  amount: number;
  /** What budgets by week and month may still take before that day. */
  inBudgets: number;
  /** The same by budget; together more than that where two of them have a category. */
  planned: PlannedBudget[];
  until: string;
  /** Days from today on, without that day. */
  days: number;
  /** They add up to the amount. */
  lines: Line[];
}

/** What a budget may still take before a day, by its periods. */
interface PlannedBudget {
  budget: BudgetState['budget'];
  amount: number;
  parts: PlannedPart[];
}

/** How many days a period has, and how many are before the day; the amount is what is left where that is all of them. */
export interface PlannedPart {
  period: Period;
  amount: number;
  days: number;
  of: number;
}

/** Why it is unknown: no balance, no next income, only cards and no account that pays them or an archived one, or no plan. */
export type Unknown = BalanceUnknown | 'noPlan';
type BalanceUnknown = 'noBalance' | 'noIncome' | OnlyCards;
type OnlyCards = 'noAccount' | 'payerArchived';

/**
 * What can be spent, by the person's choice from the balance or from the plan of the month; without a choice from the
 * balance, because a budget or two say nothing of all the money, or from the plan where the balance cannot be said; not
 * where only cards are here, because that would hide what is owed.
 * @param known the states of today, where they are known, as the figures up to today
 */
export function readAvailable(
  context: Reading,
  known?: readonly BudgetState[],
  figures?: Figures,
): Promise<Headline | Unknown> {
  return fromSnapshot(context, async (inside) => {
    const { left_by } = inside.viewer.preferences;
    const states = known ?? (await readStates(inside));
    const balance = await readBalanceLeft(inside, states, figures);
    const plan = leftOfPlan(states, todayOf(inside));
    const isKnown = typeof balance !== 'string';
    const free = isKnown ? balance.free : null;
    const freeUnknown = isKnown || states.length === 0 ? null : balance;
    const onPayday =
      isKnown && balance.dueOnPayday > 0 ? { date: balance.until, amount: balance.dueOnPayday } : null;
    const silent = isKnown ? balance.silent : [];
    if (left_by === 'balance' || (left_by === 'auto' && (isKnown || isOfCards(balance) || !plan)))
      return isKnown ? { ...balance, by: 'balance', limit: null, freeUnknown, onPayday } : balance;
    if (!plan) return 'noPlan';
    const limit = isKnown ? balance.amount : balance === 'noBalance' ? null : await spendable(inside);
    return {
      ...plan,
      by: 'plan',
      income: null,
      limit: limit !== null && limit < plan.amount ? limit : null,
      free,
      freeUnknown,
      onPayday,
      silent,
    };
  });
}

const SHARES = [5, 10, 20] as const;

/** What can be set aside for a goal: nothing that a budget needs, and of the plan only what the accounts allow. */
export function leftFor({ amount, limit, free }: Headline): number {
  return free?.amount ?? Math.min(amount, limit ?? amount);
}

/** Parts of what is left, rounded down, none of which is more than the goal still needs. */
export function sharesFor(
  { amount, saved }: Pick<GoalRow, 'amount' | 'saved'>,
  left: number,
  currency: Currency,
): { percent: number; amount: number }[] {
  const smallest = smallestAmount(currency);
  return SHARES.map((percent) => {
    const share = (left * percent) / 100;
    return { percent, amount: Math.floor(share / smallest) * smallest };
  }).filter((share) => share.amount > 0 && share.amount <= amount - saved);
}

interface BalanceLeft extends Available, Pick<Headline, 'free' | 'silent'> {
  income: string;
  dueOnPayday: number;
}

/**
 * What is in the accounts that one pays from until the next income, less what is recorded for them before it and what is
 * set aside. What was bought by card is spent already, whenever it is charged.
 */
async function readBalanceLeft(
  context: Reading,
  states: readonly BudgetState[],
  known?: Figures,
): Promise<BalanceLeft | BalanceUnknown> {
  const { db, viewer } = context;
  const today = todayOf(context);
  const isMeaningful = isBalanceMeaningful(known ?? (await sumFigures(db, viewer.id, { to: today })));
  const payday = isMeaningful && (await readPayday(context));
  if (!payday) return (await onlyCards(context)) ?? (isMeaningful ? 'noIncome' : 'noBalance');
  const { accounts, ids, income } = payday;
  const untilPayday = states.filter(({ budget }) => budget.period !== 'yearly');
  const ends = untilPayday.map((state) => lastPeriod(state, income.date).to);
  const last = [income.date, ...ends].toSorted().at(-1) ?? income.date;
  const upcoming = (await findUpcoming(db, viewer.id, plusDays(today, 1), last)).filter((row) =>
    ids.has(row.account_id),
  );
  const rows = upcoming.filter(({ date }) => date < income.date);
  // Bought in their months, as what is recorded is, and charged later.
  const expected = await readExpectedPayments(context, { accounts: [...ids] });
  const payments: LinePart[] = expected.flatMap(({ after: { id, description: name }, date, amount }) =>
    date < income.date ? { id, name, date, amount: -amount } : [],
  );
  const owned = (isCard: boolean) =>
    accounts.flatMap(({ row, ownBalance: amount }) =>
      (row.kind === 'credit_card') === isCard
        ? { id: row.id, name: accountName(row, context.locale), amount }
        : [],
    );
  const partsOf = (is: (row: (typeof rows)[number]) => boolean) =>
    rows.filter(is).map(({ id, description: name, date, type, amount }) => ({
      id,
      name,
      date,
      amount: type === 'expense' ? -amount : amount,
    }));
  // What is set aside in savings is in none of these accounts. What will be before payday is not left to spend either.
  const goals = (await readGoals(context, plusDays(income.date, -1)))
    .filter(({ account_id }) => account_id === null || ids.has(account_id))
    .map(({ id, name, saved }) => ({ id, name, amount: -saved }));
  const left = availableOf(today, income.date, [
    sumOf('accounts', owned(false)),
    sumOf('cards', owned(true)),
    sumOf('due', [...partsOf((row) => row.transfer_id === null && row.type === 'expense'), ...payments]),
    sumOf(
      'incomes',
      partsOf((row) => row.transfer_id === null && row.type === 'income'),
    ),
    sumOf(
      'moved',
      partsOf((row) => row.transfer_id !== null),
    ),
    sumOf('goals', goals),
  ]);
  const dueOnPayday = [
    ...upcoming.filter(({ type, transfer_id }) => type === 'expense' && transfer_id === null),
    ...expected,
  ].reduce((sum, { date, amount }) => sum + (date === income.date ? amount : 0), 0);
  const [first] = states.length > 0 ? await findFirstMoney(db, viewer.id) : [];
  const begins = first && first.date < today ? first.date : today;
  const [earliest = begins] = untilPayday.map(({ period }) => period.from).toSorted();
  const earlier = earliest < begins ? await spentByDay(db, viewer.id, earliest, plusDays(begins, -1)) : [];
  const planned = { today, before: income.date, begins, earlier };
  const ahead = [
    ...upcoming,
    ...expected.map(({ booked, after: { category_id }, amount }) => ({
      ...{ date: booked, category_id, amount },
      ...{ type: 'expense' as const, transfer_id: null },
    })),
  ];
  const inEach = untilPayday.map((state) => stillPlanned(state, ahead, planned));
  const inBudgets = leastSpending(inEach);
  const free =
    states.length === 0
      ? null
      : {
          amount: left.amount - inBudgets,
          inBudgets,
          planned: inEach.filter(({ amount }) => amount > 0),
          until: income.date,
          days: left.days,
          lines: [...left.lines, { kind: 'budgets' as const, amount: -inBudgets }],
        };
  const silent = await readSilentCards(
    context,
    accounts.flatMap(({ row }) => (row.kind === 'credit_card' ? row : [])),
  );
  return { ...left, income: income.description, dueOnPayday, free, silent };
}

function sumOf(kind: LineKind, all: LinePart[]): Line {
  const parts = all.filter(({ amount }) => amount !== 0);
  return { kind, amount: parts.reduce((sum, { amount }) => sum + amount, 0), parts };
}

/** The last period of a budget that begins before a day. */
function lastPeriod({ budget, period }: BudgetState, before: string): Period {
  const later = periodOf(budget, plusDays(before, -1), budget.starts_on);
  return later.to > period.to ? later : period;
}

/**
 * What a budget may still take before a day, beside what is recorded for its periods: of one that ends later, the share of
 * its days that are still to come before that day, as the next income pays for the others. What a period leaves to the
 * next is counted once; what it is over lowers the next one if it is carried. Of a period during which the records begin
 * the days before are left out: what is recorded late for them is part of what they took, and moves nothing.
 */
function stillPlanned(
  { budget, period, amount, left, committed }: BudgetState,
  upcoming: readonly Upcoming[],
  {
    today,
    before,
    begins,
    earlier,
  }: { today: string; before: string; begins: string; earlier: readonly SpentRow[] },
): PlannedBudget {
  let { to } = period;
  let own = left - committed;
  const recorded = { from: begins, to };
  const ofEarlier =
    begins > period.from ? amount - shareBefore(amount, recorded, plusDays(to, 1), period.from).amount : 0;
  const unrecorded = Math.max(0, ofEarlier - spentSince(earlier, budget, period.from));
  const current = shareBefore(own - unrecorded, { from: today, to }, before);
  const { days, of } = unrecorded > 0 ? shareBefore(0, recorded, before, period.from) : current;
  const parts = [{ period, amount: current.amount, days, of }];
  while (plusDays(to, 1) < before) {
    const next = periodOf(budget, plusDays(to, 1), budget.starts_on);
    own = amountOf(budget, next.from) + (budget.carry === 'none' ? 0 : Math.min(0, own));
    for (const row of upcoming)
      if (row.date >= next.from && row.date <= next.to && isSpentOf(budget, row))
        own -= row.type === 'expense' ? row.amount : -row.amount;
    parts.push({ period: next, ...shareBefore(own, next, before) });
    to = next.to;
  }
  return { budget, amount: parts.reduce((sum, part) => sum + part.amount, 0), parts };
}

function spentSince(
  rows: readonly SpentRow[],
  { category_ids }: BudgetState['budget'],
  from: string,
): number {
  let sum = 0;
  for (const { date, category_id, type, amount } of rows)
    if (date >= from && category_ids.includes(category_id)) sum += type === 'income' ? -amount : amount;
  return sum;
}

/** The part of an amount for the days of `whole` to `to` that lies before a day; rounded up, nothing of what is overspent. */
function shareBefore(amount: number, { from, to }: Period, before: string, whole = from) {
  const days = Math.min(daysBetween(from, to) + 1, daysBetween(from, before));
  const of = daysBetween(whole, to) + 1;
  return { amount: Math.max(0, Math.ceil((amount * days) / of)), days, of };
}

type Upcoming = Pick<
  Awaited<ReturnType<typeof findUpcoming>>[number],
  'date' | 'category_id' | 'amount' | 'type' | 'transfer_id'
>;

const isSpentOf = ({ category_ids }: BudgetState['budget'], { transfer_id, category_id }: Upcoming) =>
  transfer_id === null && category_id !== null && category_ids.includes(category_id);

/** The accounts that one pays from, and the next income that comes into one of them; null where none is known. */
async function readPayday(context: Reading) {
  const incomes = await findIncomes(context.db, context.viewer.id, todayOf(context));
  if (incomes.length === 0) return null;
  const accounts = await readSpentFrom(context);
  const ids = new Set(accounts.map(({ row }) => row.id));
  const income = nextIncome(incomes.filter((row) => ids.has(row.account_id)));
  return income ? { accounts, ids, income } : null;
}

/** What is in the accounts that one pays from, less what is set aside of it, whenever money comes in. */
async function spendable(context: Reading): Promise<number> {
  const accounts = await readSpentFrom(context);
  const ids = new Set(accounts.map(({ row }) => row.id));
  const goals = await readGoals(context);
  return (
    accounts.reduce((sum, { ownBalance }) => sum + ownBalance, 0) -
    goals.reduce((sum, { account_id, saved }) => sum + (account_id && !ids.has(account_id) ? 0 : saved), 0)
  );
}

/** A card counts with the account that pays it, whether it counts in the balance itself or not. */
async function readSpentFrom(context: Reading) {
  const states = await readMoneyInAccounts(context);
  const counted = states.filter(({ row }) => row.in_balance === 1 && SPENT_FROM.has(row.kind));
  const ids = new Set(counted.map(({ row }) => row.id));
  return states.filter(
    ({ row }) => ids.has(row.id) || (row.kind === 'credit_card' && ids.has(row.pays_from ?? '')),
  );
}

/** For people who have only cards here, because the account that pays them is missing or archived; otherwise null. */
async function onlyCards(context: Reading): Promise<OnlyCards | null> {
  const cards = await readSpentFrom(context);
  if (cards.length === 0 || cards.some(({ row }) => row.kind !== 'credit_card')) return null;
  const accounts = await accountsById(context);
  const isArchived = cards.some(({ row }) => accounts.get(row.pays_from ?? '')?.is_archived === 1);
  return isArchived ? 'payerArchived' : 'noAccount';
}

const isOfCards = (unknown: BalanceUnknown) => unknown === 'noAccount' || unknown === 'payerArchived';

/** The next day on which a recurring income comes in; null where none is known. */
export async function nextPayday(context: Reading): Promise<string | null> {
  return (await readPayday(context))?.income.date ?? null;
}

/**
 * The earliest recurring income that is at least half as large as the largest, all that is generated together, so that an
 * allowance is no payday.
 */
function nextIncome<Row extends { template_id: string | null; amount: number }>(
  rows: readonly Row[],
): Row | undefined {
  const sums = new Map<string | null, number>();
  for (const { template_id, amount } of rows) sums.set(template_id, (sums.get(template_id) ?? 0) + amount);
  const least = Math.max(0, ...sums.values()) / 2;
  return rows.find(({ template_id }) => (sums.get(template_id) ?? 0) >= least);
}

/**
 * What monthly budgets leave; of those whose months end on different days, the most common ones. What one of them is over
 * is out of the balance already and takes nothing from the others.
 */
function leftOfPlan(states: readonly BudgetState[], today: string): Available | null {
  const monthly = states.filter(({ budget }) => budget.period === 'monthly');
  const [first, ...others] = Map.groupBy(monthly, ({ period }) => period.to).values();
  if (!first) return null;
  const common = others.reduce((most, some) => (some.length > most.length ? some : most), first);
  const sum = (of: (state: BudgetState) => number) => common.reduce((total, state) => total + of(state), 0);
  return availableOf(today, plusDays(common[0]?.period.to ?? today, 1), [
    { kind: 'planned', amount: sum(({ amount }) => amount) },
    { kind: 'carried', amount: sum(({ carried }) => carried) },
    { kind: 'spent', amount: -sum(({ spent }) => spent) },
    { kind: 'committed', amount: -sum(({ committed }) => committed) },
    { kind: 'over', amount: sum(({ left, committed }) => Math.max(0, committed - left)) },
  ]);
}

/** Lines of nothing are left out, but for the first. */
function availableOf(today: string, until: string, lines: Line[]): Available {
  const amount = lines.reduce((sum, line) => sum + line.amount, 0);
  const days = daysBetween(today, until);
  return {
    amount,
    until,
    days,
    perDay: Math.max(0, Math.floor(amount / days)),
    lines: lines.filter((line, index) => index === 0 || line.amount !== 0),
  };
}
