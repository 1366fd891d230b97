import type { TransactionRow } from '../../db/tables.ts';
import type { TextKey } from '../../i18n/texts.ts';
import { folded } from '../folded-text.ts';
import { orderKey } from '../text-order.ts';

interface Field {
  kind: 'type' | 'amount' | 'text' | 'category' | 'account' | 'date' | 'time' | 'timezone';
  input: string;
  label: string;
  /** Whether it may be empty: null in the database and in answers, empty text in a form. */
  isOptional?: true;
  isSearched?: true;
  /**
   * For a text of one line: its most letters. Its rule and its control follow from this, and its input has the column's
   * name.
   */
  most?: number;
  /** Whether the list and exports can be filtered by its whole text, ignoring case. */
  isFiltered?: true;
  /** Whether it can be edited in a cell of the list; a text of one line then has a column. */
  isCell?: true;
}

/**
 * The fields of a transaction that people fill in, by column and in the order of the form. Columns, comparison,
 * conflicts, answers and form values are derived from this table; see `docs/how-to/add-a-field.md`.
 */
export const FIELDS = {
  type: { kind: 'type', input: 'type', label: 'transactions:form.type' },
  amount: { kind: 'amount', input: 'amount', label: 'transactions:form.amount', isCell: true },
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
    most: 255,
    isFiltered: true,
  },
  category_id: {
    kind: 'category',
    input: 'categoryId',
    label: 'transactions:form.category',
    isOptional: true,
    isCell: true,
  },
  account_id: { kind: 'account', input: 'accountId', label: 'transactions:form.account', isCell: true },
  date: { kind: 'date', input: 'date', label: 'transactions:form.date', isCell: true },
  time: { kind: 'time', input: 'time', label: 'transactions:form.time' },
  timezone: { kind: 'timezone', input: 'timezone', label: 'transactions:form.timezone' },
  charge_date: {
    kind: 'date',
    input: 'charge_date',
    label: 'transactions:form.chargeDate',
    isOptional: true,
  },
  notes: {
    kind: 'text',
    input: 'notes',
    label: 'transactions:form.notes',
    isOptional: true,
    isSearched: true,
  },
} as const satisfies Partial<Record<keyof TransactionRow, Field>>;

export type FieldName = keyof typeof FIELDS;

export type InputName = (typeof FIELDS)[FieldName]['input'];

/** The stored values of the fields: amounts in minor units, empty ones as null. */
export type FieldValues = Pick<TransactionRow, FieldName>;

const FIELD_NAMES = Object.keys(FIELDS) as FieldName[];

type Having<Property extends keyof Field> = {
  [Name in FieldName]: (typeof FIELDS)[Name] extends Record<Property, unknown> ? Name : never;
}[FieldName];

const having = <Property extends keyof Field>(property: Property) =>
  FIELD_NAMES.filter((name) => property in FIELDS[name]) as Having<Property>[];

export const LINES = having('most');

/** Maps each text of one line, given its most letters and the message for more. */
export function mapLines<Value>(value: (most: number, message: TextKey) => Value) {
  return Object.fromEntries(
    LINES.map((name) => [name, value(FIELDS[name].most, `errors:${cellName(name)}Max` as TextKey)]),
  ) as Record<Having<'most'>, Value>;
}

export const FILTERED = having('isFiltered');

export type FilteredName = Having<'isFiltered'>;

export const CELLS = having('isCell');

export const LINE_CELLS = LINES.filter((name) => 'isCell' in FIELDS[name]);

export type CellName = (typeof FIELDS)[Having<'isCell'>]['label'] extends `${string}.${infer Name}`
  ? Name
  : never;

export function cellName(name: FieldName): string {
  return FIELDS[name].label.replace(/.*\./, '');
}

export const INPUTS = FIELD_NAMES.map((name) => ({ column: name, ...FIELDS[name] }));

const OTHER_COLUMNS = {
  user_id: true,
  id: true,
  account_amount: true,
  original_amount: true,
  original_currency: true,
  rate: true,
  installment_of: true,
  installment_n: true,
  installment_total: true,
  installment_price: true,
  payments_end: true,
  transfer_id: true,
  transaction_datetime: true,
  template_id: true,
  occurrence_date: true,
  is_detached: true,
  search_text: true,
  order_key: true,
  created_at: true,
  updated_at: true,
} satisfies Record<Exclude<keyof TransactionRow, FieldName>, true>;

export const COLUMNS = [...FIELD_NAMES, ...(Object.keys(OTHER_COLUMNS) as (keyof TransactionRow)[])];

const UNSHOWN = ['user_id', 'occurrence_date', 'is_detached', 'search_text', 'order_key'] as const;

/** A transaction without the columns that only the ledger, templates and the search need. */
export type ShownTransaction = Omit<TransactionRow, (typeof UNSHOWN)[number]>;

export const SHOWN_COLUMNS = COLUMNS.filter(
  (name) => !(UNSHOWN as readonly string[]).includes(name),
) as (keyof ShownTransaction)[];

/** The columns of money in another currency, of a transaction without any. */
export const OWN_CURRENCY = {
  account_amount: null,
  original_amount: null,
  original_currency: null,
  rate: null,
} satisfies Partial<TransactionRow>;

const MONEY = Object.keys(OWN_CURRENCY) as (keyof typeof OWN_CURRENCY)[];

type Compared = FieldValues & Partial<Pick<TransactionRow, keyof typeof OWN_CURRENCY>>;

/** Money in another currency belongs to the amount. */
export function differences(theirs: Compared, mine: Compared): FieldName[] {
  const isOtherMoney = MONEY.some((name) => (theirs[name] ?? null) !== (mine[name] ?? null));
  return FIELD_NAMES.filter((name) => theirs[name] !== mine[name] || (name === 'amount' && isOtherMoney));
}

export function mapFields<Value>(value: (name: FieldName, field: Field) => Value): Record<FieldName, Value> {
  const values = {} as Record<FieldName, Value>;
  for (const name of FIELD_NAMES) values[name] = value(name, FIELDS[name]);
  return values;
}

export const EMPTY_FIELDS = Object.fromEntries(
  Object.entries<Field>(FIELDS).flatMap(([name, { isOptional }]) => (isOptional ? [[name, null]] : [])),
) as Record<Having<'isOptional'>, null>;

/** The columns that tie transactions together, of one that is paid at once and no side of a transfer. */
export const PAID_AT_ONCE = {
  installment_of: null,
  installment_n: null,
  installment_total: null,
  installment_price: null,
  payments_end: null,
  transfer_id: null,
} satisfies Partial<TransactionRow>;

/** The changes of a form that shows every field: an empty field is cleared. */
export function withEmptied<Input extends Partial<Record<InputName, unknown>>>(input: Input): Input {
  const emptied = INPUTS.filter((field) => 'isOptional' in field && (input[field.input] ?? null) === null);
  return { ...input, ...Object.fromEntries(emptied.map((field) => [field.input, null])) };
}

/** The fields of a request after validation; `amount` in minor units, its sign ignored. */
type SentFields = {
  [Name in FieldName as (typeof FIELDS)[Name]['input']]?: FieldValues[Name] | null | undefined;
};

/** Merges sent fields in: missing ones stay, and null clears an optional field. */
export function withSent(values: FieldValues, sent: SentFields): FieldValues {
  return mapFields((name, { input, kind, isOptional }) => {
    const value = sent[input as keyof SentFields];
    if (value === undefined || (value === null && !isOptional)) return values[name];
    return kind === 'amount' ? Math.abs(Number(value)) : value;
  }) as FieldValues;
}

/** The input name of an error's field, which may be a column or an input name. */
export function inputNamed(field: string): InputName | undefined {
  return INPUTS.find(({ column, input }) => column === field || input === field)?.input;
}

/** The fields as form texts by input name; null becomes empty text. */
export function inputTexts(values: Partial<Record<FieldName, unknown>> = {}): Record<InputName, string> {
  return Object.fromEntries(
    INPUTS.map(({ column, input }) => [input, String(values[column] ?? '')]),
  ) as Record<InputName, string>;
}

/** The columns derived from the texts, for searching and for sorting by description. */
export function textColumns(
  values: Partial<FieldValues> & Pick<FieldValues, 'description'>,
): Pick<TransactionRow, 'search_text' | 'order_key'> {
  const searched = FIELD_NAMES.filter((name) => 'isSearched' in FIELDS[name]).map((name) => values[name]);
  return {
    search_text: folded(searched.filter(Boolean).join(' ')),
    order_key: orderKey(values.description),
  };
}
