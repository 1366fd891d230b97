import type { TextKey } from '../../i18n/texts.ts';
import type { Reading } from '../context.ts';
import { listAccountNames } from '../money-accounts/choices.ts';
import { type FieldName, INPUTS } from '../transactions/fields.ts';

export type ExportField =
  | Exclude<FieldName, 'category_id' | 'account_id' | 'timezone' | 'charge_date'>
  | 'category_name'
  | 'account_name'
  | 'currency'
  | 'is_recurring'
  | 'id';

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
  ['id', 'export:id'],
]) as Record<ExportField, TextKey>;

export const EXPORT_FIELD_NAMES = Object.keys(EXPORT_FIELDS) as ExportField[];

/**
 * The columns of an export unless others are chosen: from the second account on, each transaction names its account.
 */
export async function standardFields(context: Reading): Promise<ExportField[]> {
  const { length } = await listAccountNames(context);
  return EXPORT_FIELD_NAMES.filter((name) => name !== 'account_name' || length > 1);
}

export const EXPORT_FORMATS = ['csv', 'json', 'pdf'] as const;

export type ExportFormat = (typeof EXPORT_FORMATS)[number];
