import type { AstroGlobal } from 'astro';
import * as v from 'valibot';
import { amountField, amountStyle } from '../../domain/amount-text.ts';
import { todayOf } from '../../domain/calendar.ts';
import { currencySchema } from '../../domain/currency.ts';
import { currencyOf } from '../../domain/money-accounts/currencies/currency.ts';
import { accountName } from '../../domain/money-accounts/name.ts';
import { type AccountState, isOpen, readAccounts } from '../../domain/money-accounts/read.ts';
import { accountChangesSchema, accountSchema, writtenFields } from '../../domain/money-accounts/schema.ts';
import { emptiable } from '../../domain/schemas.ts';
import type { Locale } from '../../i18n/locales.ts';

/** What the form of an account needs besides its values: the schemas in the person's notation, and who can pay a card. */
export async function accountForm({ locals }: AstroGlobal, current?: AccountState) {
  const { signedIn: context, locale, t } = locals;
  const { viewer } = context;
  const sent = v.safeParse(currencySchema, locals.form?.get('currency'));
  const currency = current ? currencyOf(current.row, viewer) : viewer.currency;
  // What is typed is in the currency that is chosen with it.
  const style = amountStyle({ ...viewer, currency: sent.success ? sent.output : currency });
  const opening =
    current?.opening && amountField(current.opening.amount, style.decimal_separator, style.currency);
  const written = writtenFields(style, opening ?? undefined);
  const all = await readAccounts(context, { archived: true });
  const others = all.filter(({ row }) => row.id !== current?.row.id);
  const open = others.filter(({ row }) => isOpen(row));
  return {
    opening: opening ?? '',
    currency,
    schema: v.object({ ...accountSchema.entries, ...written }),
    changesSchema: v.object({
      ...accountChangesSchema.entries,
      ...written,
      opening_balance: emptiable(written.opening_balance),
    }),
    today: todayOf(context),
    // An archived account that pays the card stays until another one is chosen.
    payers: others
      .filter(({ row }) => row.kind !== 'credit_card')
      .filter(({ row }) => isOpen(row) || row.id === current?.row.pays_from)
      .map(({ row }) => ({
        value: row.id,
        text: isOpen(row) ? accountName(row, locale) : `${accountName(row, locale)} (${t('money:archived')})`,
      })),
    cards: cardsPaidBy(all, current?.row.id, locale),
    others: open.map(({ row }) => ({ value: row.id, text: accountName(row, locale) })),
  };
}

/** The names of the cards that an account pays. */
export function cardsPaidBy(all: readonly AccountState[], id: string | undefined, locale: Locale): string[] {
  return all.filter(({ row }) => row.pays_from === id).map(({ row }) => accountName(row, locale));
}
