import type { AstroGlobal } from 'astro';
import * as v from 'valibot';
import type { NewCategoryValues, TransactionValues } from '../../browser/core/forms/form-values.ts';
import { amountStyle, PLAIN_MARKS, readAmountText } from '../../domain/amount-text.ts';
import { localNow } from '../../domain/calendar.ts';
import { categoryNames } from '../../domain/categories/name.ts';
import { categoriesById } from '../../domain/categories/read.ts';
import type { SignedIn } from '../../domain/context.ts';
import { folded } from '../../domain/folded-text.ts';
import { beginningOf } from '../../domain/letters.ts';
import { TYPES } from '../../domain/schemas.ts';
import {
  lineErrors,
  lineFields,
  lineInWords,
  readLine,
} from '../../domain/transactions/quick-entry/read-line.ts';
import { LINE_MAX } from '../../domain/transactions/quick-entry/schema.ts';
import { transactionFormSchema } from '../../domain/transactions/schema.ts';
import { fieldErrorText } from '../../http/error-text.ts';
import { check } from '../../http/input.ts';
import { formSchema } from './_form-page.ts';

/** The names in an address, and the fields of the form that they fill in. */
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

/** The names of an address that belong to one transaction, and not to the next one as well. */
export const ONCE_ONLY = ['line', 'amount', 'description', 'notes', 'payee', 'merchant_name', 'time'];

type Page = Pick<AstroGlobal, 'url' | 'locals'>;

interface StartValues {
  values: Partial<TransactionValues & Pick<NewCategoryValues, 'newCategoryName'>>;
  /** Field name → message. */
  errors: Record<string, string>;
}

/**
 * The start of the form by the values in its address, so that it can be bookmarked and shared. Amounts have a decimal
 * point there, whatever the person's own notation; `category` is a name in either language, or an id. An invalid value is
 * shown with its message, as something to correct: nobody has sent it.
 */
export async function filledByAddress({ url, locals }: Page, context: SignedIn): Promise<StartValues> {
  const { t, format } = locals;
  const query = url.searchParams;
  const texts: Partial<TransactionValues> = {};
  for (const [name, field] of Object.entries(FIELDS)) {
    const text = query.get(name)?.toWellFormed();
    if (text) Object.assign(texts, { [field]: text });
  }
  const style = { ...amountStyle(context.viewer), ...PLAIN_MARKS };
  const { date: today } = localNow(context.now, context.viewer.preferences.timezone);
  const { errors: refused = [] } = check(v.object(transactionFormSchema(today, style).entries), texts);
  const errors = Object.fromEntries(
    refused
      .filter(({ field }) => field in texts)
      .map((error) => [error.field, fieldErrorText(error, t, format.date)]),
  );
  const { type, amount, ...rest } = texts;
  const name = query.get('categoryId') || query.get('category')?.trim().toWellFormed();
  const category = name && (await findCategory(context, name, type));
  if (name && !category) errors.categoryId = t('errors:categoryUnknown');
  const plain = amount && readAmountText(amount, style);
  const { decimal_separator } = amountStyle(context.viewer);
  return {
    values: {
      ...rest,
      ...(plain && {
        amount: /^\d+(\.\d{1,2})?$/.test(plain) ? plain.replace('.', decimal_separator) : amount,
      }),
      // The category decides the type where the address has none; an unknown name is offered as that of a new one.
      ...(category && { categoryId: category.id, type: category.type }),
      ...(name && !category && { newCategoryName: name }),
      ...(TYPES.some((known) => known === type) && { type }),
    },
    errors,
  };
}

async function findCategory(context: SignedIn, name: string, type = 'expense') {
  const all = [...(await categoriesById(context)).values()].filter(({ is_hidden }) => is_hidden === 0);
  const alike = all.filter(
    (row) => row.id === name || categoryNames(row).some((one) => folded(one) === folded(name)),
  );
  return alike.find((row) => row.type === type) ?? alike[0];
}

/** The start of the form by a line. */
interface FilledForm extends StartValues {
  /** What was understood, part by part; empty if it is not yet a transaction. */
  understood: string[];
  /** Whether another number of the line may as well be the amount. */
  isUnsure: boolean;
}

/** The start of the form by the line in its address; null without one. */
export async function filledByLine({ url, locals }: Page, context: SignedIn): Promise<FilledForm | null> {
  const line = beginningOf(url.searchParams.get('line') ?? '', LINE_MAX);
  if (!line.trim()) return null;
  const read = await readLine(context, line);
  const values = lineFields(read);
  const checked = check(formSchema(context), values);
  const errors = [...(checked.errors ?? []), ...lineErrors(context, read)];
  // With an error of the line it would be understood and refused at once.
  const isRefused = checked.errors || errors.length > 0;
  return {
    // A category that the person does not have is offered as a new one.
    values: { ...values, ...(read.unknownCategory && { newCategoryName: read.unknownCategory }) },
    understood: isRefused ? [] : lineInWords(context, read, Math.abs(checked.input.amount)),
    isUnsure: read.isUnsure,
    errors: Object.fromEntries(errors.map((error) => [error.field, fieldErrorText(error, locals.t)])),
  };
}
