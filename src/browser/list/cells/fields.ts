import { amountField, amountStyle, readAmount } from '../../../domain/amount-text.ts';
import { isDate, localNow } from '../../../domain/calendar.ts';
import { fromDecimal, toDecimal } from '../../../domain/money.ts';
import { offeredAccounts } from '../../../domain/money-accounts/choices/offered.ts';
import { CELLS, type CellName, cellName, FIELDS } from '../../../domain/transactions/fields.ts';
import { readDateField } from '../../../domain/transactions/quick-entry/moment-text.ts';
import { CURRENCIES } from '../../../i18n/currencies.ts';
import { dateFieldText, EXAMPLE_DATE, formatter } from '../../../i18n/format.ts';
import { type CategoryChoice, loadCategories } from '../../../stores/categories.ts';
import { pickerAttributes } from '../../../ui/forms/moment-picker.ts';
import type { DialogSettings, DialogTransaction } from '../../core/page/dialog-settings.ts';
import { element } from '../../core/page/element.ts';
import type { Translate } from '../../core/texts/translate.ts';

/** Values of a transaction as the API takes and returns them, by column. */
export type Values = Partial<Pick<DialogTransaction, (typeof CELLS)[number] | 'account_amount'>>;

export interface CellField {
  control: HTMLInputElement | HTMLSelectElement;
  /** What is shown after it inside the same frame. */
  beside?: HTMLElement;
  /** The entered values, or an error message or its key. */
  read(): { values: Values } | { error: string };
  inWords(of: Values): string;
}

export interface CellContext {
  settings: DialogSettings;
  t: Translate;
}

/** Creates the control for a cell of a transaction. @throws ApiError when the categories cannot be fetched */
export async function fieldFor(
  name: CellName,
  transaction: DialogTransaction,
  context: CellContext,
): Promise<CellField> {
  const column = CELLS.find((candidate) => cellName(candidate) === name) ?? 'date';
  const { kind }: { kind: string } = FIELDS[column];
  switch (kind) {
    case 'amount':
      return amountCell(transaction, context);
    case 'category':
      return categoryField(transaction, await loadCategories(transaction), context);
    case 'account':
      return accountField(transaction, context);
    case 'date':
      return dateField(transaction, context);
    default:
      return lineField(transaction, column);
  }
}

/** In the currency of its account. */
function amountCell(transaction: DialogTransaction, { settings, t }: CellContext): CellField {
  const { preferences } = settings;
  const currency = transaction.account_currency ?? settings.currency;
  const style = amountStyle({ preferences, currency });
  const charged = ({ account_amount, amount }: Partial<DialogTransaction>) => account_amount ?? amount;
  const minor = fromDecimal(charged(transaction));
  const current = minor === 0 ? '' : amountField(minor, style.decimal_separator, currency);
  const control = input('text', current, { inputMode: 'decimal', dir: 'ltr', className: 'numeric' });
  return {
    control,
    read() {
      const read = readAmount(control.value, style, { current });
      if ('error' in read)
        return { error: t(read.error, { currency: CURRENCIES[currency], ...read.readings }) };
      const amount = toDecimal(Math.abs(read.minor));
      return { values: { amount, ...(currency !== settings.currency && { account_amount: amount }) } };
    },
    inWords: (of) => formatter(currency, preferences).money(fromDecimal(charged(of))),
  };
}

// The server checks the range of dates: its rule would need the form's whole schema.
function dateField(
  { date }: DialogTransaction,
  { settings: { currency, preferences }, t }: CellContext,
): CellField {
  const example = dateFieldText(EXAMPLE_DATE, preferences);
  const control = input('text', dateFieldText(date, preferences));
  const writer = { ...preferences, today: localNow(new Date(), preferences.timezone).date };
  const beside = element('span', {});
  for (const [name, value] of Object.entries(pickerAttributes('date', t, preferences)))
    beside.setAttribute(name, value);
  return {
    control,
    beside,
    read() {
      const read = readDateField(control.value, writer);
      if (isDate(read)) return { values: { date: read } };
      return { error: read.trim() ? t('errors:dateInvalid', { example }) : 'errors:dateRequired' };
    },
    inWords: ({ date: shown = '' }) => formatter(currency, preferences).date(shown),
  };
}

// The server checks the length.
function lineField(transaction: DialogTransaction, column: (typeof CELLS)[number]): CellField {
  const control = input('text', String(transaction[column] ?? ''), { dir: 'auto' });
  return {
    control,
    read: () => ({ values: { [column]: control.value.trim() || null } }),
    inWords: (of) => String(of[column] ?? '—'),
  };
}

function input(type: string, value: string, more: Partial<HTMLInputElement> = {}): HTMLInputElement {
  return element('input', { type, value, autocomplete: 'off', enterKeyHint: 'done', ...more });
}

function categoryField(
  { type, category_id }: DialogTransaction,
  categories: CategoryChoice[],
  { t }: CellContext,
): CellField {
  const none = t('transactions:form.noCategory');
  const options = categories
    .filter((category) => category.type === type)
    .map(({ name, id, language }) => Object.assign(new Option(name, id), { lang: language }));
  const control = element('select', {}, new Option(none, ''), ...options);
  control.value = category_id ?? '';
  return {
    control,
    read: () => ({ values: { category_id: control.value || null } }),
    inWords: ({ category_id: shown }) => categories.find(({ id }) => id === shown)?.name ?? none,
  };
}

// A cell for it is only in lists of people who have several.
function accountField(
  { account_id }: DialogTransaction,
  { settings: { preferences } }: CellContext,
): CellField {
  const options = offeredAccounts(preferences, account_id).map(({ name, id }) => new Option(name, id));
  const control = element('select', {}, ...options);
  control.value = account_id;
  return {
    control,
    read: () => ({ values: { account_id: control.value } }),
    inWords: ({ account_id: shown }) => preferences.accounts?.find(({ id }) => id === shown)?.name ?? '?',
  };
}
