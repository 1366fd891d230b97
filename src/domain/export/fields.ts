import type { TextKey } from '../../i18n/texts.ts';
import { type FieldName, INPUTS } from '../transactions/fields.ts';

export type ExportField =
  | Exclude<FieldName, 'category_id' | 'timezone' | 'charge_date'>
  | 'category_name'
  | 'currency'
  | 'is_recurring'
  | 'id';

const FIRST = ['date', 'time', 'type', 'amount'] as const;

const isFirst = (column: FieldName) => (FIRST as readonly FieldName[]).includes(column);

const UNEXPORTED: readonly FieldName[] = ['timezone', 'charge_date'];

const labelled = (fields: typeof INPUTS) =>
  fields.map(({ column, label }) => [column === 'category_id' ? 'category_name' : column, label]);

export const EXPORT_FIELDS = Object.fromEntries([
  ...labelled(FIRST.flatMap((name) => INPUTS.filter(({ column }) => column === name))),
  ['currency', 'accounts:currency'],
  ...labelled(INPUTS.filter(({ column }) => !isFirst(column) && !UNEXPORTED.includes(column))),
  ['is_recurring', 'common:recurring'],
  ['id', 'export:id'],
]) as Record<ExportField, TextKey>;

export const EXPORT_FIELD_NAMES = Object.keys(EXPORT_FIELDS) as ExportField[];

export const EXPORT_FORMATS = ['csv', 'json', 'pdf'] as const;

export type ExportFormat = (typeof EXPORT_FORMATS)[number];
