import type { AstroGlobal } from 'astro';
import type { AccountRow } from '../../db/tables.ts';
import { currencyOf } from '../../domain/money-accounts/currencies/currency.ts';
import { accountName } from '../../domain/money-accounts/name.ts';
import { readWhole } from '../../domain/money-accounts/whole.ts';
import { formatter } from '../../i18n/format.ts';
import { isolated, isolatedAmount } from '../../i18n/isolated.ts';

/**
 * What is asked of a new account whose money may be counted in the first one already; null where it cannot be.
 * @param account that it is about, if it is known
 */
export async function partOfWhole(
  { locals }: AstroGlobal,
  account?: AccountRow | null,
): Promise<{ label: string; hint: string } | null> {
  const { signedIn: context, locale, t } = locals;
  const { viewer } = context;
  const whole = await readWhole(context);
  if (!whole) return null;
  const canBe =
    !account ||
    (account.id !== whole.row.id &&
      account.kind !== 'credit_card' &&
      currencyOf(account, viewer) === viewer.currency);
  if (!canBe) return null;
  const { money } = formatter(viewer.currency, viewer.preferences);
  const amount = isolatedAmount(money(whole.opening.amount));
  const name = isolated(accountName(whole.row, locale));
  return { label: t('money:part', { amount, name }), hint: t('money:partHint') };
}
