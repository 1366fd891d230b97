import type { InferOutput } from 'valibot';
import { toDecimal } from '../../../domain/money.ts';
import { currencyIn } from '../../../domain/money-accounts/choices/offered.ts';
import { moneyOf } from '../../../domain/sent-money.ts';
import { INPUTS, type InputName } from '../../../domain/transactions/fields.ts';
import type { transactionFormSchema } from '../../../domain/transactions/schema.ts';

/** The schema's output, with the amount in minor units. */
export type CheckedTransaction = InferOutput<ReturnType<typeof transactionFormSchema>>;

type Money = 'amount' | 'originalAmount' | 'rate' | 'convertedAmount';

type Checked = Omit<CheckedTransaction, Money> & Partial<Pick<CheckedTransaction, Money>>;

/** The request body for the API; cleared fields are `null`, so that they are cleared there too. */
export function bodyOf(checked: Checked, style?: Parameters<typeof currencyIn>[0]) {
  const fields = INPUTS.map(({ input }) => [input, checked[input] ?? null]);
  return {
    ...(Object.fromEntries(fields) as { [Name in InputName]: CheckedTransaction[Name] | null }),
    // A form of the only account chooses none.
    accountId: checked.accountId,
    installments: checked.installments,
    type: checked.type,
    ...moneyIn(checked, style),
  };
}

/** Says the currency of the account, because a plain amount would be taken for one in the person's own. */
function moneyIn(checked: Checked, style: Parameters<typeof bodyOf>[1]) {
  const { amount: charged, originalAmount: paid, originalCurrency, rate, ...money } = moneyOf(checked);
  const convertedAmount = money.convertedAmount && toDecimal(money.convertedAmount);
  const amount = charged === undefined ? undefined : toDecimal(Math.abs(charged));
  const originalAmount = paid ? toDecimal(paid) : paid;
  const currency = style && currencyIn(style, checked.accountId);
  if (originalCurrency || originalAmount === null || amount === undefined || currency === style?.currency)
    return { amount, originalAmount, originalCurrency, rate, convertedAmount };
  return { amount: undefined, originalAmount: amount, originalCurrency: currency, rate, convertedAmount };
}
