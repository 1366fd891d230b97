import type { AstroGlobal } from 'astro';
import { type AmountStyle, amountStyle } from '../../domain/amount-text.ts';
import { currencyOf } from '../../domain/money-accounts/currencies/currency.ts';
import { accountsById } from '../../domain/money-accounts/read.ts';

/**
 * How the two amounts of a transfer's form are written: each in the currency of its account, as it is sent.
 * @param current the accounts before
 */
export async function transferStyles(
  { locals }: AstroGlobal,
  current: { from?: string | undefined; to?: string | undefined } = {},
): Promise<{ from: AmountStyle; to: AmountStyle }> {
  const { viewer } = locals.signedIn;
  const accounts = await accountsById(locals.signedIn);
  const styleOf = (name: string, before = '') => {
    const account = accounts.get(String(locals.form?.get(name) ?? before));
    return amountStyle({ ...viewer, currency: account ? currencyOf(account, viewer) : viewer.currency });
  };
  return { from: styleOf('fromAccountId', current.from), to: styleOf('toAccountId', current.to) };
}
