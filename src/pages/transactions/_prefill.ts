import type { AstroGlobal } from 'astro';
import * as v from 'valibot';
import type { NewCategoryValues } from '../../browser/core/forms/form-values.ts';
import { amountStyle, PLAIN_MARKS, readAmountText } from '../../domain/amount-text.ts';
import { todayOf } from '../../domain/calendar.ts';
import { categoryNames } from '../../domain/categories/name.ts';
import { categoriesById } from '../../domain/categories/read.ts';
import type { SignedIn } from '../../domain/context.ts';
import type { FieldError } from '../../domain/error.ts';
import { folded } from '../../domain/folded-text.ts';
import { beginningOf } from '../../domain/letters.ts';
import { accountChoices } from '../../domain/money-accounts/choices/choices.ts';
import { currencyIn } from '../../domain/money-accounts/choices/offered.ts';
import { TYPES } from '../../domain/schemas.ts';
import { RECURRING } from '../../domain/transactions/quick-entry/date-words.ts';
import { understandLine } from '../../domain/transactions/quick-entry/read-line.ts';
import { LINE_MAX } from '../../domain/transactions/quick-entry/schema.ts';
import { transactionFormSchema } from '../../domain/transactions/schema.ts';
import type { TransactionValues } from '../../domain/transactions/start-values.ts';
import { fieldErrorText } from '../../http/error-text.ts';
import { check } from '../../http/input.ts';
import type { TextKey } from '../../i18n/texts.ts';

const FIELDS = {
  type: 'type',
  amount: 'amount',
  description: 'description',
  date: 'date',
  time: 'time',
  notes: 'notes',
  payee: 'merchant_name',
  merchant_name: 'merchant_name',
} as const;

/** The names in an address that are not copied to the next transaction. */
export const ONCE_ONLY = ['line', 'amount', 'description', 'notes', 'payee', 'merchant_name', 'time'];

type Page = Pick<AstroGlobal, 'url' | 'locals'>;

interface StartValues {
  values: Partial<TransactionValues & Pick<NewCategoryValues, 'newCategoryName'>>;
  /** Field name → message. */
  errors: Record<string, string>;
}

/**
 * The start of the form by its address, which can be bookmarked and shared. Amounts have a decimal point, whatever the
 * person's notation; `category` and `account` are names, or ids. An invalid value is shown with its message for
 * correction, because the form has not been sent yet.
 */
export async function filledByAddress({ url, locals }: Page, context: SignedIn): Promise<StartValues> {
  const { t, format } = locals;
  const query = url.searchParams;
  const texts: Partial<TransactionValues> = {};
  for (const [name, field] of Object.entries(FIELDS)) {
    const text = query.get(name)?.toWellFormed();
    if (text) Object.assign(texts, { [field]: text });
  }
  const choices = await accountChoices(context);
  const { accounts = [] } = choices;
  const sought = query.get('accountId') || query.get('account')?.trim().toWellFormed();
  const account = accounts.find(({ id, name }) => id === sought || folded(name) === folded(sought ?? ''));
  const { currency: own } = context.viewer;
  const currency = currencyIn({ ...choices, currency: own }, account?.id ?? choices.account);
  const style = { ...PLAIN_MARKS, currency };
  const schema = transactionFormSchema(todayOf(context), style, { takesOther: accounts.length > 0 });
  const { errors: refused = [] } = check(v.object(schema.entries), texts);
  const errors = Object.fromEntries(
    refused
      .filter(({ field }) => field in texts)
      .map((error) => [error.field, fieldErrorText(error, t, format.date)]),
  );
  if (sought && accounts.length > 0 && !account) errors.accountId = t('errors:accountUnknown');
  const { type, amount, ...rest } = texts;
  const name = query.get('categoryId') || query.get('category')?.trim().toWellFormed();
  const category = name && (await findCategory(context, name, type));
  if (name && !category) errors.categoryId = t('errors:categoryUnknown');
  const plain = amount && readAmountText(amount, style);
  const { decimal_separator } = amountStyle(context.viewer);
  const kind = TYPES.find((one) => one === type) ?? (category || undefined)?.type;
  const accountId = account?.id ?? (kind === 'income' ? choices.incomeAccount : undefined);
  return {
    values: {
      ...rest,
      ...(plain && {
        amount: /^\d+(\.\d{1,2})?$/.test(plain) ? plain.replace('.', decimal_separator) : amount,
      }),
      // The category decides a missing type; an unknown name is offered as a new category.
      ...(category && { categoryId: category.id }),
      ...(name && !category && { newCategoryName: name }),
      ...(accountId && { accountId }),
      ...(kind && { type: kind }),
    },
    errors,
  };
}

async function findCategory(context: SignedIn, name: string, type = 'expense') {
  const all = [...(await categoriesById(context)).values()].filter(({ is_hidden }) => is_hidden === 0);
  const matches = all.filter(
    (row) =>
      row.id === name || categoryNames(row).some((categoryName) => folded(categoryName) === folded(name)),
  );
  return matches.find((row) => row.type === type) ?? matches[0];
}

interface FilledTransfer {
  values: Record<string, string>;
  errors: Record<string, string>;
  understood: string[];
  isUnsure: boolean;
}

/** The accounts that money leaves, the one that a form begins with first: a card is paid, and seldom pays. */
export async function transferSources(context: SignedIn): Promise<string[]> {
  const { accounts = [], account } = await accountChoices(context);
  const ids = accounts.filter(({ isCard, isArchived }) => !isCard && !isArchived).map(({ id }) => id);
  return ids.toSorted((one, other) => Number(other === account) - Number(one === account));
}

/** The start of the form of a transfer by the line in its address; null without such a line. */
export async function transferByLine(
  { url, locals }: Page,
  context: SignedIn,
): Promise<FilledTransfer | null> {
  const line = lineOf(url);
  if (!line) return null;
  const { transfer, words, isUnsure, errors } = await understandLine(context, line);
  if (!transfer) return null;
  const values: Record<string, string> = { ...transfer.fields };
  // Where it has to be chosen, with one that may be meant.
  const likely = await transferSources(context);
  for (const { field } of errors.filter(({ message }) => CHOSEN.includes(message)))
    values[field] = likely.find((id) => id !== values.fromAccountId && id !== values.toAccountId) ?? '';
  return { values, understood: words, isUnsure, errors: errorTexts(errors, locals) };
}

interface FilledForm extends StartValues {
  /** The recognized parts of the line; empty if it is not a transaction yet. */
  understood: string[];
  /** Whether another number of the line might be the amount. */
  isUnsure: boolean;
}

/** The start of the form by the line in its address; null without a line. */
export async function filledByLine({ url, locals }: Page, context: SignedIn): Promise<FilledForm | null> {
  const line = lineOf(url);
  if (!line) return null;
  const { fields, unknownCategory, words, isUnsure, errors } = await understandLine(context, line);
  return {
    // An unknown category is offered as a new one.
    values: { ...fields, ...(unknownCategory && { newCategoryName: unknownCategory }) },
    understood: words,
    isUnsure,
    errors: errorTexts(errors, locals),
  };
}

/** Whether the line in an address says that it recurs. */
export const saysRecurring = (url: URL) => RECURRING.test(lineOf(url) ?? '');

function lineOf(url: URL): string | undefined {
  const line = beginningOf(url.searchParams.get('line') ?? '', LINE_MAX);
  return line.trim() ? line : undefined;
}

/** In a form, accounts are chosen rather than written. */
const CHOSEN: readonly TextKey[] = ['errors:transferFrom', 'errors:transferTo', 'errors:accountAmbiguous'];

const errorTexts = (errors: readonly FieldError[], { t, format }: Pick<App.Locals, 't' | 'format'>) =>
  Object.fromEntries(
    errors.map((error) => [
      error.field,
      CHOSEN.includes(error.message) ? t('errors:accountInvalid') : fieldErrorText(error, t, format.date),
    ]),
  );
