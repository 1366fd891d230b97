import type { Currency } from '../../i18n/currencies.ts';
import { chargedAmount } from '../charged.ts';
import type { FieldError } from '../error.ts';
import { absolute, isGuess, type Money, type TypedMoney } from './money.ts';
import { originalOf } from './present.ts';

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
  // A rate that was answered may be one that nobody said, and says nothing about another currency.
  const meant = others.filter((name) => !(name === 'rate' && isSame('rate', said, shown)));
  return {
    typed: { ...typed, ...Object.fromEntries(meant.map((name) => [name, said[name]])) },
    errors: others.filter(isOther).map(contradicting),
  };
}

/**
 * Amounts by one name each: `amount` beside what the account is charged is its worth, as answers have both, and so is the
 * amount of an answer without that.
 * @param row what was answered
 */
function amountsByOneName<Typed extends TypedMoney>(
  { accountAmount, mayEcho, ...typed }: Typed,
  row?: Money,
) {
  const { amount, convertedAmount } = typed;
  // Beside what was paid, answers lack what the account is charged where no rate is known.
  const isUnknown = accountAmount === null && Boolean(row ? row.original_amount : typed.originalAmount);
  const isEcho = mayEcho === true && amount !== undefined && absolute(amount) === row?.amount;
  const isCharged = accountAmount !== undefined && accountAmount !== null;
  if (!isCharged && !isUnknown && !isEcho) return { typed, errors: [] };
  const worths = [convertedAmount, amount].flatMap((worth) => absolute(worth) ?? []);
  const changed = new Set(worths.filter((worth) => worth !== row?.amount));
  // The sign of either may be the type.
  const sign = (accountAmount ?? 0) < 0 || (amount ?? 0) < 0 ? -1 : 1;
  const [worth] = [...changed, ...worths];
  return {
    typed: {
      ...typed,
      amount: isCharged ? sign * Math.abs(accountAmount) : undefined,
      convertedAmount: worth && sign * worth,
    },
    errors: changed.size > 1 ? [contradicting('convertedAmount')] : [],
  };
}

/** Errors at the names by which amounts were sent. */
export function atSentNames(errors: FieldError[], { accountAmount, amount, convertedAmount }: TypedMoney) {
  const isCharged = accountAmount !== undefined && accountAmount !== null;
  const isWorth = accountAmount !== undefined && amount !== undefined && convertedAmount === undefined;
  const names: Record<string, string> = {
    ...(isCharged && { amount: 'accountAmount' }),
    ...(isWorth && { convertedAmount: 'amount' }),
  };
  return errors.map((error) => ({ ...error, field: names[error.field] ?? error.field }));
}

/**
 * What is recorded, by one name each.
 * @returns also an error for each name that has another value than another one
 */
export function recordedByOneName<Typed extends TypedMoney>(sent: Typed) {
  const paid = paidByOneName(sent);
  const { typed, errors } = amountsByOneName(paid.typed);
  return { input: typed, errors: [...paid.errors, ...errors] };
}

/**
 * Changes by one name each, without what is as it was answered (docs/behaviour.md#accounts-of-money).
 * @param before the currency of the account that it was in
 * @returns also an error for each name of which two were changed, to different values
 */
export function changedByOneName<Typed extends TypedMoney>(
  sent: Typed,
  row: Money,
  { account, before, own }: { account: Currency; before: Currency; own: Currency },
) {
  const paid = paidByOneName(sent, row);
  const { typed, errors } = amountsByOneName(paid.typed, row);
  const { amount, originalAmount, originalCurrency, convertedAmount } = typed;
  const isNew = (value: number | undefined, stored: number) =>
    value !== undefined && absolute(value) !== stored;
  const paidBefore = row.original_currency ?? before;
  const paidIn = originalAmount === null ? account : (originalCurrency ?? paidBefore);
  // What was kept of a move is sent back beside another amount, which is what is meant.
  const isKept =
    isGuess(row, own) && originalAmount === row.original_amount && originalCurrency === row.original_currency;
  const isSameRate = paidIn === paidBefore && Number(typed.rate) === Number(row.rate);
  const rate = isSameRate ? undefined : typed.rate;
  const isOther = paidIn !== paidBefore;
  // No rate says what is paid in another currency comes to: the amounts beside it do, changed or not.
  const isOpen = isOther && rate === undefined;
  // What an account of a third one is charged says no rate of the person's currency: what is sent stays.
  const isBeside = isOther && paidIn !== account && account === before && (isOpen || account !== own);
  // Alone, what an account is charged is in the currency of the one where it is from now on; as it was answered beside
  // another amount, it says nothing about that currency.
  const isAlone =
    account !== before &&
    (convertedAmount === undefined
      ? row.amount > 0
      : row.account_amount === null && isNew(convertedAmount, row.amount));
  const isCharge = isNew(amount, chargedAmount(row)) || isAlone || isBeside;
  const isWorth = isNew(convertedAmount, row.amount) || (isOpen && paidIn !== own);
  const changes = {
    ...typed,
    ...(isKept && { originalAmount: undefined, originalCurrency: undefined }),
    rate,
    amount: isCharge ? amount : undefined,
    convertedAmount: isWorth ? convertedAmount : undefined,
  };
  return { changes, errors: [...paid.errors, ...errors] };
}
