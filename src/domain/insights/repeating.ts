import { payeeKey } from '../analytics/payee-key.ts';
import { daysApart, monthOf, plusDays, plusMonths, todayOf } from '../calendar.ts';
import type { Reading } from '../context.ts';
import { listTemplates } from '../recurring/templates/read.ts';
import { readNewest } from '../transactions/read.ts';
import { isObserved, type Past } from './history.ts';
import { ruleInputOf } from './rule-input.ts';

/** So many months in a row make a pattern. */
const MONTHS = 3;

/** Who is asked for an income knows whether the suggested one is it. */
const MONTHS_OF_INCOME = 2;

/** How far from its day of the month a payment may be: banks are closed on weekends. */
const DAYS_OFF = 3;

/** How much the amounts may differ, as a share of the latest: a salary has overtime, and a shop visited monthly is no bill. */
const AMOUNTS_OFF = { income: 0.1, expense: 0.02 };

/** Three months, and the days until the fourth is overdue. */
const DAYS_BACK = 100;

/** The next one after today. */
const DAYS_AHEAD = 35;

/** Who pays more often is looked at less far back. */
const MOST = 600;

/** As `repeatingIn`, of the person's latest transactions. Who has entered the next one already needs no template. */
export async function readRepeating(context: Reading, months = MONTHS): Promise<Past[]> {
  const to = todayOf(context);
  const around = { from: plusDays(to, -DAYS_BACK), to: plusDays(to, DAYS_AHEAD), limit: MOST };
  const observed = (await readNewest(context, around)).filter(isObserved).map(ruleInputOf);
  const ahead = new Set(observed.filter(({ date }) => date > to).map(keyOf));
  const rows = observed.filter((row) => !ahead.has(keyOf(row)));
  const templates = rows.length < months ? [] : await listTemplates(context);
  const known = templates.map(({ row: { type, amount, day_of_month, description, name } }) => ({
    ...{ type, amount, day: day_of_month ?? 0 },
    text: description || name,
  }));
  return repeatingIn(rows, known, { today: to, months });
}

/** What a recurring template says of itself. */
export interface Known {
  type: string;
  amount: number;
  /** The day of the month. */
  day: number;
  text: string;
}

/**
 * The latest of what came or went once a month in the last months, of about the same amount on about the same day,
 * and is in no recurring template; incomes first, then the largest first.
 * @param today the local date; what should have come again by now is over
 */
function repeatingIn(
  rows: readonly Past[],
  known: readonly Known[],
  { today, months }: { today: string; months: number },
): Past[] {
  const repeating: Past[] = [];
  for (const group of Map.groupBy(rows, keyOf).values()) {
    const [latest, ...earlier] = group.toSorted((one, other) => (one.date < other.date ? 1 : -1));
    if (!latest || latest.account_amount !== null || !isMonthly([latest, ...earlier], months)) continue;
    const next = plusMonths(latest.date, 1);
    if (next < today && daysApart(next, today) > DAYS_OFF) continue;
    if (known.every((template) => !isOf(template, latest))) repeating.push(latest);
  }
  return repeating.toSorted((one, other) =>
    one.type === other.type ? other.amount - one.amount : one.type === 'income' ? -1 : 1,
  );
}

/**
 * The latest of an income that came in two months in a row already, of about the same amount on about the same day, and
 * is in no recurring template; the largest where there are several.
 */
export async function readLikelyIncome(context: Reading): Promise<Past | undefined> {
  const repeating = await readRepeating(context, MONTHS_OF_INCOME);
  return repeating.find(({ type }) => type === 'income');
}

const textOf = ({ merchant_name, description }: Past) => payeeKey(merchant_name ?? description);

const keyOf = (row: Past) => [row.type, row.account_id, textOf(row)].join(' ');

/** @param rows the latest first */
function isMonthly(rows: readonly Past[], months: number): boolean {
  const [latest] = rows;
  if (!latest || rows.length < months || new Set(rows.map(({ date }) => monthOf(date))).size < rows.length)
    return false;
  return rows.every(
    ({ date, amount, template_id }, index) =>
      template_id === null &&
      daysApart(date, plusMonths(latest.date, -index)) <= DAYS_OFF &&
      Math.abs(amount - latest.amount) <= AMOUNTS_OFF[latest.type] * latest.amount,
  );
}

/** Whether a template says the same, by its name or by its amount and day. */
function isOf({ type, amount, day, text }: Known, row: Past): boolean {
  if (type !== row.type) return false;
  if (payeeKey(text) === textOf(row)) return true;
  const apart = Math.abs(day - Number(row.date.slice(8)));
  return (
    Math.abs(amount - row.amount) <= AMOUNTS_OFF[row.type] * row.amount &&
    Math.min(apart, 31 - apart) <= DAYS_OFF
  );
}
