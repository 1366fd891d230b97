import type { AstroGlobal } from 'astro';
import * as v from 'valibot';
import type { NewCategoryValues, TransactionValues } from '../../browser/core/forms/form-values.ts';
import { type AmountStyle, amountStyle, PLAIN_MARKS, readAmountText } from '../../domain/amount-text.ts';
import { localNow } from '../../domain/calendar.ts';
import { categoryNames } from '../../domain/categories/name.ts';
import { categoriesById } from '../../domain/categories/read.ts';
import type { SignedIn } from '../../domain/context.ts';
import type { FieldFault } from '../../domain/error.ts';
import { folded } from '../../domain/folded-text.ts';
import { TYPES } from '../../domain/schemas.ts';
import { transactionFormSchema } from '../../domain/transactions/schema.ts';
import { faultText } from '../../http/fault-text.ts';
import { check } from '../../http/input.ts';

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
export const ONCE_ONLY = ['amount', 'description', 'notes', 'payee', 'merchant_name', 'time'];

type Values = Partial<TransactionValues & Pick<NewCategoryValues, 'newCategoryName'>>;

interface Prefilled {
  values: Values;
  /** Field name → message. */
  errors: Record<string, string>;
}

/**
 * The start of the form by the values in its address, so that it can be bookmarked and shared. Amounts have a decimal
 * point there, whatever the person's own notation; `category` is a name in either language, or an id. An invalid value is
 * shown with its message, as something to correct: nobody has sent it.
 */
export async function filledByAddress(
  { url: { searchParams }, locals: { t, format } }: Pick<AstroGlobal, 'url' | 'locals'>,
  context: SignedIn,
): Promise<Prefilled> {
  const given = valuesIn(searchParams);
  const wanted = searchParams.get('categoryId') || searchParams.get('category')?.trim().toWellFormed() || '';
  const category = wanted ? await categoryFor(context, wanted, given.type) : NO_CATEGORY;
  const style = amountStyle(context.viewer);
  const { date: today } = localNow(context.now, context.viewer.preferences.timezone);
  const { entries } = transactionFormSchema(today, { ...style, ...PLAIN_MARKS });
  const { faults = [] } = check(v.object(entries), given);
  const concerned = [...faults.filter(({ field }) => field in given), ...category.faults];
  const { type, amount, ...rest } = given;
  return {
    values: {
      ...rest,
      ...(amount && { amount: ownAmount(amount, style) }),
      ...category.values,
      ...(type && isType(type) && { type }),
    },
    errors: Object.fromEntries(concerned.map((fault) => [fault.field, faultText(fault, t, format.date)])),
  };
}

function valuesIn(query: URLSearchParams): Partial<TransactionValues> {
  const given = Object.entries(FIELDS).map(([name, field]) => [field, query.get(name)?.toWellFormed() ?? '']);
  return Object.fromEntries(given.filter(([, value]) => value !== ''));
}

interface Found {
  values: Values;
  faults: FieldFault[];
}

const NO_CATEGORY: Found = { values: {}, faults: [] };

/** The category decides the type where the address has none; a name that none has is offered as that of a new one. */
async function categoryFor(context: SignedIn, wanted: string, type: string | undefined): Promise<Found> {
  const all = [...(await categoriesById(context)).values()].filter(({ is_hidden }) => is_hidden === 0);
  const name = folded(wanted);
  const found = all.filter(
    (row) => row.id === wanted || categoryNames(row).some((one) => folded(one) === name),
  );
  const fitting = found.find((row) => row.type === (type ?? 'expense')) ?? found[0];
  if (fitting) return { values: { categoryId: fitting.id, type: fitting.type }, faults: [] };
  return {
    values: { newCategoryName: wanted },
    faults: [{ field: 'categoryId', message: 'errors:categoryUnknown' }],
  };
}

function isType(text: string): boolean {
  return (TYPES as readonly string[]).includes(text);
}

function ownAmount(text: string, style: AmountStyle): string {
  const read = readAmountText(text, { ...style, ...PLAIN_MARKS });
  return /^\d+(\.\d{1,2})?$/.test(read) ? read.replace('.', style.decimal_separator) : text;
}
