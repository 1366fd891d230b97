import type { TransactionRow } from '../../db/tables.ts';
import { folded } from '../folded-text.ts';

interface Field {
  /** What the column holds: forms, answers and their description follow it. */
  kind: 'type' | 'amount' | 'text' | 'category' | 'date' | 'time' | 'timezone';
  /** Its name in what clients and forms send. */
  input: string;
  /** The key of its label. */
  label: string;
  /** Whether it may be empty: null in the database and in answers, empty text in a form. */
  isOptional?: true;
  /** Whether a search looks through it. */
  isSearched?: true;
}

/**
 * What a person records of a transaction, by column and in the order of the form. Columns, comparison, conflicts,
 * answers and form values are made from this table; how to add a field is in `docs/how-to/add-a-field.md`.
 */
export const FIELDS = {
  type: { kind: 'type', input: 'type', label: 'transactions:form.type' },
  amount: { kind: 'amount', input: 'amount', label: 'transactions:form.amount' },
  description: {
    kind: 'text',
    input: 'description',
    label: 'transactions:form.description',
    isSearched: true,
  },
  merchant_name: {
    kind: 'text',
    input: 'merchant_name',
    label: 'transactions:form.payee',
    isOptional: true,
    isSearched: true,
  },
  category_id: {
    kind: 'category',
    input: 'categoryId',
    label: 'transactions:form.category',
    isOptional: true,
  },
  date: { kind: 'date', input: 'date', label: 'transactions:form.date' },
  time: { kind: 'time', input: 'time', label: 'transactions:form.time' },
  timezone: { kind: 'timezone', input: 'timezone', label: 'transactions:form.timezone' },
  notes: {
    kind: 'text',
    input: 'notes',
    label: 'transactions:form.notes',
    isOptional: true,
    isSearched: true,
  },
} as const satisfies Partial<Record<keyof TransactionRow, Field>>;

export type FieldName = keyof typeof FIELDS;

/** The name of a field in what clients and forms send. */
export type InputName = (typeof FIELDS)[FieldName]['input'];

/** The values of the fields as the database holds them: amounts in minor units, nothing as null. */
export type FieldValues = Pick<TransactionRow, FieldName>;

const FIELD_NAMES = Object.keys(FIELDS) as FieldName[];

/** Each field by its input name, in the order of the form. */
export const INPUTS = FIELD_NAMES.map((name) => ({ column: name, ...FIELDS[name] }));

/** What the app keeps of a transaction beside its fields. */
const OTHER_COLUMNS = {
  user_id: true,
  id: true,
  transaction_datetime: true,
  template_id: true,
  occurrence_date: true,
  is_detached: true,
  search_text: true,
  created_at: true,
  updated_at: true,
} satisfies Record<Exclude<keyof TransactionRow, FieldName>, true>;

export const COLUMNS = [...FIELD_NAMES, ...(Object.keys(OTHER_COLUMNS) as (keyof TransactionRow)[])];

/** In which fields two versions of a transaction differ. */
export function differences(theirs: FieldValues, mine: FieldValues): FieldName[] {
  return FIELD_NAMES.filter((name) => theirs[name] !== mine[name]);
}

/** Something of each field, by column. */
export function mapFields<Value>(value: (name: FieldName, field: Field) => Value): Record<FieldName, Value> {
  return Object.fromEntries(FIELD_NAMES.map((name) => [name, value(name, FIELDS[name])])) as Record<
    FieldName,
    Value
  >;
}

type OptionalName = {
  [Name in FieldName]: (typeof FIELDS)[Name] extends { isOptional: true } ? Name : never;
}[FieldName];

/** The fields that may be empty, empty. */
export const EMPTY_FIELDS = Object.fromEntries(
  Object.entries<Field>(FIELDS).flatMap(([name, { isOptional }]) => (isOptional ? [[name, null]] : [])),
) as Record<OptionalName, null>;

/** What a form sent that shows every field: one that came empty is to be emptied. */
export function withEmptied<Input extends Partial<Record<InputName, unknown>>>(input: Input): Input {
  const emptied = INPUTS.filter((field) => 'isOptional' in field && (input[field.input] ?? null) === null);
  return { ...input, ...Object.fromEntries(emptied.map((field) => [field.input, null])) };
}

/** What was sent of the fields, checked; `amount` in minor units, with a sign that does not count here. */
type SentFields = {
  [Name in FieldName as (typeof FIELDS)[Name]['input']]?: FieldValues[Name] | null | undefined;
};

/** The values with what was sent: what is missing stays, and null empties a field that may be empty. */
export function withSent(values: FieldValues, sent: SentFields): FieldValues {
  return mapFields((name, { input, kind, isOptional }) => {
    const value = sent[input as keyof SentFields];
    if (value === undefined || (value === null && !isOptional)) return values[name];
    return kind === 'amount' ? Math.abs(Number(value)) : value;
  }) as FieldValues;
}

/** The input name of a field that an error names, by column or by input name. */
export function inputNamed(field: string): InputName | undefined {
  return INPUTS.find(({ column, input }) => column === field || input === field)?.input;
}

/** The fields as text, by input name, as a form begins with them; nothing is empty text. */
export function inputTexts(values: Partial<Record<FieldName, unknown>> = {}): Record<InputName, string> {
  return Object.fromEntries(
    INPUTS.map(({ column, input }) => [input, String(values[column] ?? '')]),
  ) as Record<InputName, string>;
}

/** The text that a search looks through. */
export function searchText(values: Partial<FieldValues>): string {
  const searched = FIELD_NAMES.filter((name) => 'isSearched' in FIELDS[name]).map((name) => values[name]);
  return folded(searched.filter(Boolean).join(' '));
}
