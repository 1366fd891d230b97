import { balanceAt, balancesFrom, type DayBalance, lowestOf, SOON_DAYS } from '../../balance/project.ts';
import { endOfMonth, monthOf, plusDays, plusMonths, todayOf } from '../../calendar.ts';
import type { Reading } from '../../context.ts';
import { GENERATED_DAYS_AHEAD } from '../../recurring/generation/generate.ts';
import { fromSnapshot } from '../../snapshot.ts';
import { latestOfAccount } from '../../transactions/list/latest.ts';
import { readCard, readChargesOf, withShifts } from '../cards/charges.ts';
import { findDaysOf, findMonthsOf } from '../money-accounts.queries.ts';
import { readAccount } from '../read.ts';

const MONTHS = 12;
const LATEST = 8;

/** An account with its history, what is ahead and its latest transactions. @throws DomainError NOT_FOUND */
export function readAccountReport(context: Reading, id: string) {
  return fromSnapshot(context, async (inside) => {
    const { db, viewer } = inside;
    const today = todayOf(inside);
    const last = plusDays(today, GENERATED_DAYS_AHEAD);
    const state = await readAccount(inside, id);
    const stored = await findMonthsOf(db, viewer.id, id, monthOf(today));
    return {
      ...state,
      today,
      months: monthsOf(stored, state.balance, today),
      ahead: aheadOf(
        { date: today, balance: state.balance },
        withShifts(
          await findDaysOf(db, viewer.id, id, plusDays(today, 1), last),
          await readChargesOf(inside, state.row),
          last,
        ),
      ),
      card: state.row.kind === 'credit_card' ? await readCard(inside, state) : null,
      payer: state.row.pays_from === null ? null : (await readAccount(inside, state.row.pays_from)).row,
      latest: await latestOfAccount(inside, id, LATEST),
    };
  });
}

/** The last months from the first one that was used; the balance of the current one is today's. */
function monthsOf(stored: { month: string; amount: number }[], balance: number, today: string) {
  const months: { month: string; to: string; balance: number }[] = [];
  let sum = 0;
  const amounts = new Map(stored.map(({ month, amount }) => [month, amount]));
  const start = monthOf(plusMonths(today, 1 - MONTHS));
  for (const { month, amount } of stored) if (month < start) sum += amount;
  for (let back = MONTHS - 1; back >= 0; back -= 1) {
    const month = monthOf(plusMonths(today, -back));
    const isUsed = stored.some((one) => one.month <= month);
    sum += amounts.get(month) ?? 0;
    const end = endOfMonth(`${month}-01`);
    if (isUsed) months.push({ month, to: back === 0 ? today : end, balance: back === 0 ? balance : sum });
  }
  return months;
}

function aheadOf(today: DayBalance, days: { date: string; amount: number }[]) {
  const balances = balancesFrom(today, days);
  const on = (date: string) => ({ date, balance: balanceAt(balances, date) });
  return {
    isAhead: days.length > 0,
    soon: on(plusDays(today.date, SOON_DAYS)),
    monthEnd: on(endOfMonth(today.date)),
    last: on(plusDays(today.date, GENERATED_DAYS_AHEAD)),
    /** The lowest balance of those days, if it is below today's and below zero. */
    lowest: lowestOf(balances, Math.min(0, today.balance)),
  };
}
