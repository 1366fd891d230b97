import type { AstroGlobal } from 'astro';
import { currencyOf } from '../../domain/money-accounts/currencies/currency.ts';
import { accountName } from '../../domain/money-accounts/name.ts';
import { readWhole } from '../../domain/money-accounts/whole.ts';
import { formatter } from '../../i18n/format.ts';
import { isolated, isolatedAmount } from '../../i18n/isolated.ts';

/** What is asked of a new account whose money may be counted in the first one already; null where it cannot be. */
export async function partOfWhole({ locals }: AstroGlobal): Promise<{ label: string; hint: string } | null> {
  const { signedIn: context, locale, t } = locals;
  const { viewer } = context;
  const whole = await readWhole(context);
  if (!whole) return null;
  const { money } = formatter(currencyOf(whole.row, viewer), viewer.preferences);
  const amount = isolatedAmount(money(whole.opening.amount));
  const name = isolated(accountName(whole.row, locale));
  return { label: t('money:part', { amount, name }), hint: t('money:partHint') };
}
