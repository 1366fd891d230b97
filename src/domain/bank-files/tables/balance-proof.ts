import type { AmountSign, Cell, TableRow } from '../bank-file.ts';
import { hundredths, provenMark, readAmount, writtenAmount } from './amounts.ts';
import { TYPED_ROWS } from './column-kinds.ts';

// How many steps of a balance prove which column it adds up; fewer may be chance.
const PROOF = 3;

/** The pair of columns of which one is the running balance of the other, by arithmetic. */
export function provenByBalance(
  body: TableRow[],
  candidates: number[],
  balance: number | undefined,
): { amount: number; balance: number } | null {
  const rows = body.slice(0, TYPED_ROWS);
  const figures = (column: number) => rows.map(({ cells }) => figureOf(cells[column]));
  const columns = new Map(
    [...candidates, ...(balance === undefined ? [] : [balance])].map((index) => [index, figures(index)]),
  );
  for (const amount of candidates) {
    for (const other of balance === undefined ? candidates : [balance]) {
      if (amount === other) continue;
      const amounts = columns.get(amount) ?? [];
      if (amounts.filter((value) => value).length < amounts.length * 0.8) continue;
      if (balanceSign(amounts, columns.get(other) ?? [], PROOF)) return { amount, balance: other };
    }
  }
  return null;
}

/** The two columns of which each row fills one, and whose difference is added up by a third column. */
export function provenPair(
  body: TableRow[],
  candidates: number[],
  balance: number | undefined,
): { out: number; in: number; balance: number } | null {
  const rows = body.slice(0, TYPED_ROWS);
  const columns = new Map(
    [...candidates, ...(balance === undefined ? [] : [balance])].map((index) => [
      index,
      rows.map(({ cells }) => figureOf(cells[index])),
    ]),
  );
  for (const one of candidates)
    for (const two of candidates) {
      if (one >= two) continue;
      const first = columns.get(one) ?? [];
      const second = columns.get(two) ?? [];
      if (!first.every((value, index) => !value !== !second[index])) continue;
      const difference = first.map((value, index) => Math.abs(second[index] ?? 0) - Math.abs(value ?? 0));
      for (const third of balance === undefined ? candidates : [balance]) {
        if (third === one || third === two) continue;
        const sign = balanceSign(difference, columns.get(third) ?? [], PROOF);
        if (sign)
          return {
            ...(sign === 'minus_out' ? { out: one, in: two } : { out: two, in: one }),
            balance: third,
          };
      }
    }
  return null;
}

/** Whether amounts add up to balances with their own sign or the opposite; null where neither holds. */
export function balanceSign(
  amounts: (number | null)[],
  balances: (number | null)[],
  least = 2,
): AmountSign | null {
  const holds = { same: 0, opposite: 0, compared: 0 };
  let downSame = 0;
  let downOpposite = 0;
  let previousBalance: number | null = null;
  let previousAmount: number | null = null;
  for (let index = 0; index < amounts.length; index++) {
    const amount = amounts[index] ?? null;
    const balance = balances[index] ?? null;
    if (balance === null) continue;
    if (previousBalance !== null) {
      const step = balance - previousBalance;
      if (amount !== null || previousAmount !== null) holds.compared++;
      if (amount !== null && amount !== 0) {
        if (step === amount) holds.same++;
        if (step === -amount) holds.opposite++;
      }
      if (previousAmount !== null && previousAmount !== 0) {
        if (-step === previousAmount) downSame++;
        if (-step === -previousAmount) downOpposite++;
      }
    }
    previousBalance = balance;
    previousAmount = amount;
  }
  if (holds.compared < least) return null;
  const same = Math.max(holds.same, downSame);
  const opposite = Math.max(holds.opposite, downOpposite);
  if (Math.max(same, opposite) < holds.compared * 0.8 || same === opposite) return null;
  return same > opposite ? 'minus_out' : 'plus_out';
}

/** How often amounts are the steps of balances, in the better of the two directions. */
function stepsHeld(amounts: (number | null)[], balances: number[]): number {
  const held = { up: 0, down: 0 };
  for (let index = 1; index < balances.length; index++) {
    const step = (balances[index] ?? 0) - (balances[index - 1] ?? 0);
    if (step === amounts[index]) held.up++;
    if (-step === amounts[index - 1]) held.down++;
  }
  return Math.max(held.up, held.down);
}

/** Subtracts fees with a column of their own from the amounts, where the balance proves that they are not included. */
export function takeFees(
  body: TableRow[],
  { amount, fee, balance }: Record<'amount' | 'fee' | 'balance', number>,
): void {
  const figures = (column: number) => body.map(({ cells }) => figureOf(cells[column]));
  const [amounts, fees, balances] = [figures(amount), figures(fee), figures(balance)];
  const net = amounts.map((value, index) => value && value - Math.abs(fees[index] ?? 0));
  // A row that is not booked yet has no balance.
  const held = (values: (number | null)[]) => {
    const booked = values.filter((_, index) => balances[index] !== null);
    return stepsHeld(
      booked,
      balances.filter((balance) => balance !== null),
    );
  };
  if (held(net) <= held(amounts)) return;
  for (const [index, { cells }] of body.entries()) if (fees[index]) cells[amount] = (net[index] ?? 0) / 100;
}

/** In hundredths, by the mark that the figure itself proves. */
function figureOf(cell: Cell | undefined): number | null {
  if (typeof cell === 'number') return Math.round(cell * 100);
  if (typeof cell !== 'string') return null;
  const written = writtenAmount(cell.trim());
  if (!written) return null;
  const mark = provenMark(written.body);
  const read = readAmount(cell.trim(), mark === ',' ? ',' : '.');
  return read ? hundredths(read.value) : null;
}
