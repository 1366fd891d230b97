import type { TextKey } from '../../i18n/texts.ts';
import type { Reading } from '../context.ts';
import { listAccountNames } from '../money-accounts/choices/choices.ts';
import { type FieldName, INPUTS } from '../transactions/fields.ts';

export type ExportField =
  | Exclude<FieldName, 'category_id' | 'account_id' | 'timezone'>
  | 'category_name'
  | 'account_name'
  | 'currency'
  | 'is_recurring'
  | 'installment'
  | 'installments'
  | 'installments_amount'
  | 'account_amount'
  | 'account_currency'
  | 'original_amount'
  | 'original_currency'
  | 'amount_to'
  | 'currency_to'
  | 'id';

/** What few transactions have: a column only where one of them has it, or where it is asked for. */
export const RARE_FIELDS = [
  'charge_date',
  'installment',
  'installments',
  'installments_amount',
  'account_amount',
  'account_currency',
  'original_amount',
  'original_currency',
  'amount_to',
  'currency_to',
] as const satisfies ExportField[];

export type RareField = (typeof RARE_FIELDS)[number];

const isRare = (field: ExportField) => (RARE_FIELDS as readonly ExportField[]).includes(field);

const FIRST = ['date', 'time', 'type', 'amount'] as const;

const isFirst = (column: FieldName) => (FIRST as readonly FieldName[]).includes(column);

const UNEXPORTED: readonly FieldName[] = ['timezone', 'charge_date'];

const labelled = (fields: typeof INPUTS) =>
  fields.map(({ column, label }) => [column.replace(/^(category|account)_id$/, '$1_name'), label]);

export const EXPORT_FIELDS = Object.fromEntries([
  ...labelled(FIRST.flatMap((name) => INPUTS.filter(({ column }) => column === name))),
  ['currency', 'accounts:currency'],
  ...labelled(INPUTS.filter(({ column }) => !isFirst(column) && !UNEXPORTED.includes(column))),
  ['is_recurring', 'common:recurring'],
  ['charge_date', 'transactions:form.chargeDate'],
  ['installment', 'export:installment'],
  ['installments', 'transactions:card.payments'],
  ['installments_amount', 'export:installmentsAmount'],
  ['account_amount', 'export:accountAmount'],
  ['account_currency', 'export:accountCurrency'],
  ['original_amount', 'export:originalAmount'],
  ['original_currency', 'export:originalCurrency'],
  ['amount_to', 'export:amountTo'],
  ['currency_to', 'export:currencyTo'],
  ['id', 'export:id'],
]) as Record<ExportField, TextKey>;

export const EXPORT_FIELD_NAMES = Object.keys(EXPORT_FIELDS) as ExportField[];

/**
 * The columns of an export unless others are chosen: from the second account on, each transaction names its account.
 * Rare ones are left out.
 */
export async function standardFields(context: Reading): Promise<ExportField[]> {
  const { length } = await listAccountNames(context);
  return EXPORT_FIELD_NAMES.filter((name) => !isRare(name) && (name !== 'account_name' || length > 1));
}

/** The standard columns, and the rare ones that some transaction of the export has. */
export async function fieldsWith(context: Reading, rare: ReadonlySet<RareField>): Promise<ExportField[]> {
  const standard = await standardFields(context);
  return EXPORT_FIELD_NAMES.filter((name) => standard.includes(name) || rare.has(name as RareField));
}

export const EXPORT_FORMATS = ['csv', 'json', 'pdf'] as const;

export type ExportFormat = (typeof EXPORT_FORMATS)[number];
