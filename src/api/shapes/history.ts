import * as v from 'valibot';
import type { Flow } from '../../domain/balance/read.ts';
import { PERIODS } from '../../domain/balance/schema.ts';
import { toDecimal } from '../../domain/money.ts';
import { balanceEntries } from './balance.ts';
import { dateShape } from './values.ts';

export const historyShapes = {
  period: v.picklist(PERIODS),
  history: v.array(v.object({ date: dateShape, ...balanceEntries })),
};

export const presentPoint = ({ from, income, expenses, balance }: Flow) => ({
  date: from,
  income: toDecimal(income),
  expenses: toDecimal(expenses),
  balance: toDecimal(balance),
});
