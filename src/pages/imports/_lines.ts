import type { AstroGlobal } from 'astro';
import * as v from 'valibot';
import type { ImportedLineRow } from '../../db/tables.ts';
import { payeeName } from '../../domain/analytics/payee-key.ts';
import type { FileAccount } from '../../domain/bank-files/bank-file.ts';
import { accountsWith, newAccountsOf } from '../../domain/bank-files/new-accounts.ts';
import { changeDecisions, type Decision } from '../../domain/bank-files/preview/decisions.ts';
import { type ImportState, readLines } from '../../domain/bank-files/read-imports.ts';
import { isOfCard, numberInFile } from '../../domain/bank-files/reading/find-account.ts';
import { categoryName } from '../../domain/categories/name.ts';
import { readCategories } from '../../domain/categories/read.ts';
import type { Writing } from '../../domain/context.ts';
import { DomainError, type FieldError, invalid } from '../../domain/error.ts';
import { isReserved } from '../../domain/ledger/reserved-categories.ts';
import { currencyOf } from '../../domain/money-accounts/currencies/currency.ts';
import { accountName, endOfNumber, shownNumber } from '../../domain/money-accounts/name.ts';
import { ACCOUNT_NAME_MAX, ACCOUNT_NUMBER_MAX, accountSchema } from '../../domain/money-accounts/schema.ts';
import { type Currency, isCurrency } from '../../i18n/currencies.ts';
import { formatter, SIGNS } from '../../i18n/format.ts';
import type { TextKey } from '../../i18n/texts.ts';

/** The names and formats that lines of an import are written with. */
export async function lineNames({ locals }: AstroGlobal, { row }: Pick<ImportState, 'row'>) {
  const { signedIn: context, locale } = locals;
  const { viewer } = context;
  const rows = (await readCategories(context)).filter(
    ({ id, is_hidden }) => is_hidden === 0 && !isReserved(id),
  );
  const accounts = [...(await accountsWith(context, newAccountsOf(row))).values()];
  return {
    categories: rows.map((row) => ({ ...row, name: categoryName(row, locale) })),
    accounts: accounts.map((row) => ({
      id: row.id,
      name: accountName(row, locale),
      currency: currencyOf(row, viewer),
      kind: row.kind,
      number: row.number,
      isOpen: row.is_archived === 0,
    })),
    nameOf: (id: string | null) => {
      const account = accounts.find((row) => row.id === id);
      return account && accountName(account, locale);
    },
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
  return `${SIGNS[type]}${money(amount, currency)}`;
}

/** What a file says of an account, as its name. */
export function fileAccountName(kind: string, account: FileAccount): string {
  const number = numberInFile(kind, account);
  return [account.name, number && shownNumber(number)].filter(Boolean).join(' ');
}

/** What a chosen line comes in as, beside a category. */
const AS_TRANSFER = 'transfer';
const AS_MERGED = 'merge';

/** The initial choice beside a line: a category's id, none, or what else it can become. */
export function asOf({ decision, state, category_id, other_account_id }: ImportedLineRow): string {
  const isOffered = decision === 'leave_out' && state === 'transfer' && other_account_id !== null;
  if (decision === 'transfer' || isOffered) return AS_TRANSFER;
  return decision === 'merge' ? AS_MERGED : (category_id ?? '');
}

/** The lines of a page that can be changed, by their numbers. */
export const LINES = 'lines';
export const tickName = (number: number) => `in:${number}`;
export const asName = (number: number) => `c:${number}`;

const LINES_MOST = 500;

/**
 * Stores what a posted page of lines says of them, as far as it differs from what is stored: a category that a person
 * let stand stays a guess.
 * @throws DomainError as `changeDecisions` does, with the fields of the page
 */
export async function saveLines(context: Writing, id: string, form: FormData): Promise<void> {
  const numbers = String(form.get(LINES) ?? '')
    .split(' ')
    .filter((text) => /^\d{1,6}$/.test(text))
    .slice(0, LINES_MOST)
    .map(Number);
  const lines = await readLines(context, id, numbers);
  const decisions = lines.flatMap((line) => {
    const chosen = form.get(asName(line.number))?.toString() ?? asOf(line);
    const isKind = chosen === AS_TRANSFER || chosen === AS_MERGED;
    const isTicked = form.has(tickName(line.number));
    const decision: Decision = !isTicked ? 'leave_out' : isKind ? chosen : 'import';
    const isCategory = !isKind && chosen !== (line.category_id ?? '');
    if (decision === line.decision && !isCategory) return [];
    return [{ index: line.number, decision, ...(isCategory && { categoryId: chosen || null }) }];
  });
  if (decisions.length === 0) return;
  await changeDecisions(context, id, { decisions }).catch((error) => {
    const fields = error instanceof DomainError ? error.extra.fields : undefined;
    if (!fields) throw error;
    const named = fields.map((each): FieldError => {
      const [, place] = /^decisions\.(\d+)\./.exec(each.field) ?? [];
      return { ...each, field: `as-${decisions[Number(place)]?.index}` };
    });
    throw invalid(...named);
  });
}

/** The form of a rule for what a line says, which leads back to the page of the import. */
export function newRuleAddress(
  { merchant_name, description, category_id }: ImportedLineRow,
  back: string,
  more: Record<string, string> = {},
): string {
  const query = new URLSearchParams({
    text: payeeName(merchant_name ?? description),
    ...(category_id && { category_id }),
    ...more,
    return: back,
  });
  return `/rules/new?${query}`;
}

/** Banks whose files are alike, by the name of the one that most have. */
const NAMES = new Map<string, TextKey>([
  ['discount', 'imports:name.discount'],
  ['isracard', 'imports:name.isracard'],
]);

/** The account that a file is of, as one that can be made; one whose name says too little has its last digits too. */
export function accountInFile(
  { kind, currency }: Pick<ImportState['row'], 'kind' | 'currency'>,
  account: FileAccount,
  t: AstroGlobal['locals']['t'],
  { taken, isOneOfMany }: { taken: LineNames['accounts']; isOneOfMany: boolean },
) {
  const number = numberInFile(kind, account);
  const bank = NAMES.get(kind) ?? (isOfCard(kind) === undefined ? undefined : `imports:kind.${kind}`);
  const of = bank ? t(bank as TextKey) : (account.name ?? t(`imports:kind.${kind}` as 'imports:kind.csv'));
  const isNamed = bank !== undefined || account.name !== undefined;
  const isTaken = !isNamed || isOneOfMany || taken.some(({ name }) => name === of);
  const code = account.currency ?? currency ?? undefined;
  const own = isCurrency(code) ? code : undefined;
  return v.parse(accountSchema, {
    name: [of, isTaken && number && endOfNumber(number)].filter(Boolean).join(' ').slice(0, ACCOUNT_NAME_MAX),
    kind: account.kind ?? (isOfCard(kind, account) ? 'credit_card' : 'bank'),
    ...(number && { number: number.slice(0, ACCOUNT_NUMBER_MAX) }),
    ...(own && { currency: own }),
  });
}
