import type { AstroGlobal } from 'astro';
import type { AccountRow } from '../../db/tables.ts';
import { statedDay } from '../../domain/bank-files/carry-out/stated.ts';
import { plusDays } from '../../domain/calendar.ts';
import { currencyOf } from '../../domain/money-accounts/currencies/currency.ts';
import { accountName } from '../../domain/money-accounts/name.ts';
import { balanceOn } from '../../domain/money-accounts/read.ts';
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
  const { id } = whole.row;
  const day = await statedDay(context.db, viewer.id, whole.opening);
  // What was said, also where earlier rows came in since.
  const isMoved = day !== whole.opening.date;
  const said = isMoved ? await balanceOn(context.db, viewer.id, id, plusDays(day, -1)) : whole.opening.amount;
  const amount = isolatedAmount(money(said));
  const name = isolated(accountName(whole.row, locale));
  return { label: t('money:part', { amount, name }), hint: t('money:partHint') };
}
