import type { AstroGlobal } from 'astro';
import type { AccountRow } from '../../db/tables.ts';
import { readStatedWhole } from '../../domain/bank-files/carry-out/stated-whole.ts';
import { currencyOf } from '../../domain/money-accounts/currencies/currency.ts';
import { accountName } from '../../domain/money-accounts/name.ts';
import { formatter } from '../../i18n/format.ts';
import { isolated, isolatedAmount } from '../../i18n/isolated.ts';

/**
 * The first account, in which the money of a new one may be counted already; null where it cannot be.
 * @param account that it is about, if it is known
 */
export async function partOfWhole(
  { locals }: AstroGlobal,
  account?: AccountRow | null,
): Promise<{ amount: number; shown: string; name: string } | null> {
  const { signedIn: context, locale } = locals;
  const { viewer } = context;
  const whole = await readStatedWhole(context);
  if (!whole) return null;
  const canBe =
    !account ||
    (account.id !== whole.row.id &&
      account.kind !== 'credit_card' &&
      currencyOf(account, viewer) === viewer.currency);
  if (!canBe) return null;
  const { money } = formatter(viewer.currency, viewer.preferences);
  const name = isolated(accountName(whole.row, locale));
  return { amount: whole.amount, shown: isolatedAmount(money(whole.amount)), name };
}
