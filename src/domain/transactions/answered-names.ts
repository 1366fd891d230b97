import type { FieldError } from '../error.ts';
import { originalOf } from './present.ts';
import { absolute, type Money, type TypedMoney } from './transaction-money.ts';

type Paid = Pick<TypedMoney, 'originalAmount' | 'originalCurrency' | 'rate'>;

const PAID = ['originalAmount', 'originalCurrency', 'rate'] as const;

const contradicting = (field: string): FieldError => ({ field, message: 'errors:namesContradict' });

function isSame(name: keyof Paid, one: Paid, other: Paid): boolean {
  if (name === 'originalAmount') return absolute(one[name]) === absolute(other[name]);
  return name === 'rate' ? Number(one[name]) === Number(other[name]) : one[name] === other[name];
}

/** What was paid as it is answered; what is new has nothing that could be taken away. */
function shownPaid(row: Money | undefined): Paid {
  const shown = row && originalOf(row);
  if (!row || !shown) return { originalAmount: null };
  return {
    originalAmount: row.original_amount,
    originalCurrency: shown.currency,
    ...(shown.rate !== null && { rate: String(shown.rate) }),
  };
}

/**
 * What was paid by the names of inputs, of which `original` has other ones. One that is as it was answered says nothing;
 * of two values, the one is meant that is no longer as it was answered.
 */
function paidByOneName<Typed extends TypedMoney>(
  { original, ...typed }: Typed,
  row?: Money,
): { typed: Omit<Typed, 'original'>; errors: FieldError[] } {
  const shown = shownPaid(row);
  const said: Paid =
    original === null
      ? { originalAmount: null }
      : { originalAmount: original?.amount, originalCurrency: original?.currency, rate: original?.rate };
  const sent = PAID.filter((name) => said[name] !== undefined);
  if (sent.every((name) => isSame(name, said, shown))) return { typed, errors: [] };
  const others = sent.filter((name) => typed[name] === undefined || !isSame(name, said, typed));
  const isOther = (name: keyof Paid) => typed[name] !== undefined && !isSame(name, typed, shown);
  // The rate of the same currency may be one that nobody said.
  const isSameRate =
    isSame('rate', said, shown) &&
    (said.originalCurrency ?? shown.originalCurrency) === shown.originalCurrency;
  const meant = others.filter((name) => !(name === 'rate' && isSameRate));
  return {
    typed: { ...typed, ...Object.fromEntries(meant.map((name) => [name, said[name]])) },
    errors: others.filter(isOther).map(contradicting),
  };
}

/**
 * What is recorded, by one name each; `amount` beside what the account is charged is in the person's currency.
 * @returns also an error for each name that has another value than another one
 */
export function recordedByOneName<Typed extends TypedMoney>(sent: Typed) {
  const { typed, errors } = paidByOneName(sent);
  const { accountAmount, ...input } = typed;
  const { amount, convertedAmount } = input;
  if (accountAmount === undefined) return { input, errors };
  const isOther = amount && absolute(amount) !== absolute(accountAmount);
  const isTwo = isOther && convertedAmount !== undefined && absolute(amount) !== absolute(convertedAmount);
  return {
    input: {
      ...input,
      // The sign of an amount may be its type.
      amount: amount && amount < 0 ? -Math.abs(accountAmount) : accountAmount,
      convertedAmount: convertedAmount ?? (isOther ? amount : undefined),
    },
    errors: isTwo ? [...errors, contradicting('convertedAmount')] : errors,
  };
}

/**
 * Changes by one name each: of what answers name too, what is no longer as it was answered is meant.
 * @returns also an error for each name of which two were changed, to different values
 */
export function changedByOneName<Typed extends TypedMoney>(sent: Typed, row: Money) {
  const { typed, errors } = paidByOneName(sent, row);
  const { accountAmount, ...changes } = typed;
  const charged = absolute(accountAmount);
  if (charged === undefined || charged === (row.account_amount ?? row.amount)) return { changes, errors };
  const isTwo = ![undefined, row.amount, row.account_amount, charged].includes(absolute(changes.amount));
  return {
    changes: { ...changes, amount: charged, mayEcho: false },
    errors: isTwo ? [...errors, contradicting('accountAmount')] : errors,
  };
}
