import type { AstroGlobal } from 'astro';
import * as v from 'valibot';
import type { ImportedLineRow } from '../../db/tables.ts';
import type { ImportState } from '../../domain/bank-files/read-imports.ts';
import { categoryName } from '../../domain/categories/name.ts';
import { readCategories } from '../../domain/categories/read.ts';
import { isReserved } from '../../domain/ledger/reserved-categories.ts';
import { currencyOf } from '../../domain/money-accounts/currencies/currency.ts';
import { accountName } from '../../domain/money-accounts/name.ts';
import { accountsById } from '../../domain/money-accounts/read.ts';
import { ACCOUNT_NAME_MAX, ACCOUNT_NUMBER_MAX, accountSchema } from '../../domain/money-accounts/schema.ts';
import { type Currency, isCurrency } from '../../i18n/currencies.ts';
import { formatter } from '../../i18n/format.ts';

export const STATES = ['new', 'probable', 'transfer', 'matched', 'pending', 'error', 'skipped'] as const;
export type State = (typeof STATES)[number];

export const DECISIONS = ['import', 'leave_out', 'merge', 'transfer'] as const;
export type Decision = (typeof DECISIONS)[number];

/** What can become of a line; of one that is no row, nothing else than to be left out. */
export function decisionsFor(line: ImportedLineRow): Decision[] {
  if (line.date === '' || line.state === 'error') return ['leave_out'];
  const canMerge = line.matched_id !== null && line.state !== 'transfer';
  return DECISIONS.filter(
    (decision) =>
      (decision !== 'merge' || canMerge) && (decision !== 'transfer' || line.other_account_id !== null),
  );
}

/** The names and formats that lines are written with. */
export async function lineNames({ locals }: AstroGlobal) {
  const { signedIn: context, locale } = locals;
  const { viewer } = context;
  const rows = (await readCategories(context)).filter(
    ({ id, is_hidden }) => is_hidden === 0 && !isReserved(id),
  );
  const accounts = [...(await accountsById(context)).values()];
  return {
    categories: rows.map((row) => ({ ...row, name: categoryName(row, locale) })),
    accounts: accounts.map((row) => ({
      id: row.id,
      name: accountName(row, locale),
      currency: currencyOf(row, viewer),
      isOpen: row.is_archived === 0,
    })),
    money: (minor: number, currency: string | null) =>
      formatter(
        isCurrency(currency ?? undefined) ? (currency as Currency) : viewer.currency,
        viewer.preferences,
      ).money(minor),
  };
}

export type LineNames = Awaited<ReturnType<typeof lineNames>>;

/** An amount with its sign, in the currency of the line. */
export function signedAmount(
  { amount, type, currency }: Pick<ImportedLineRow, 'amount' | 'type' | 'currency'>,
  { money }: LineNames,
): string {
  return money(type === 'expense' ? -amount : amount, currency);
}

/** What a file says of an account, as its name. */
export function fileAccountName({ number, iban, card, name }: ImportState['accounts'][number]): string {
  return [name, iban ?? number ?? card].filter(Boolean).join(' ');
}

/** The decisions that a posted page of lines has, which are named `d:` and their number. */
export function sentDecisions(form: FormData | null | undefined): { index: number; decision: Decision }[] {
  return [...(form ?? [])].flatMap(([name, value]) => {
    const [, index] = /^d:(\d{1,6})$/.exec(name) ?? [];
    const decision = DECISIONS.find((each) => each === value);
    return index !== undefined && decision ? [{ index: Number(index), decision }] : [];
  });
}

/** The account that a file is of, as one that can be made. */
export function accountInFile(
  { kind, currency }: Pick<ImportState['row'], 'kind' | 'currency'>,
  account: ImportState['accounts'][number],
  t: AstroGlobal['locals']['t'],
) {
  const number = account.iban ?? account.number ?? account.card;
  const isCard = account.card !== undefined || /CREDIT/.test(account.type ?? '');
  const of = account.name ?? t(`imports:kind.${kind}` as 'imports:kind.csv');
  const own = isCurrency(currency ?? undefined) ? (currency as Currency) : undefined;
  return v.parse(accountSchema, {
    name: [of, number].filter(Boolean).join(' ').slice(0, ACCOUNT_NAME_MAX),
    kind: isCard ? 'credit_card' : 'bank',
    ...(number && { number: number.slice(0, ACCOUNT_NUMBER_MAX) }),
    ...(own && { currency: own }),
  });
}
