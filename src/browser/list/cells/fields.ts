import { amountField, readAmountText } from '../../../domain/amount-text.ts';
import { parseAmount, toDecimal } from '../../../domain/money.ts';
import { formatter } from '../../../i18n/format.ts';
import type { DialogSettings } from '../../../islands/transaction-dialog/dialog-settings.ts';
import type { Translate } from '../../../islands/translate.ts';
import { type CategoryChoice, loadCategories } from '../../../stores/categories.ts';
import type { DialogTransaction } from '../../../stores/transaction-dialog.ts';
import type { CellName } from './cells.ts';

/** Values of a transaction as the API takes and returns them, by column. */
export type Values = Partial<Pick<DialogTransaction, 'amount' | 'category_id' | 'date'>>;

/** The control that changes one cell. */
export interface CellField {
  control: HTMLInputElement | HTMLSelectElement;
  /** What was entered, or the key of the message about it. */
  read(): { values: Values } | { fault: string };
  /** A value as the person reads it. */
  inWords(of: Values): string;
}

interface Means {
  settings: DialogSettings;
  t: Translate;
}

/** Creates the control for a cell of a transaction. @throws ApiError when the categories cannot be fetched */
export async function fieldFor(
  name: CellName,
  transaction: DialogTransaction,
  means: Means,
): Promise<CellField> {
  return FIELDS[name](transaction, means);
}

const FIELDS: Record<
  CellName,
  (transaction: DialogTransaction, means: Means) => CellField | Promise<CellField>
> = {
  amount: amountCell,
  category: async (transaction, means) =>
    categoryField(transaction, await loadCategories(transaction), means),
  date: dateField,
};

function amountCell({ amount }: DialogTransaction, { settings }: Means): CellField {
  const { currency, preferences } = settings;
  const own = preferences.decimal_separator;
  const control = input('text', amountField(Math.round(amount * 100), own, currency));
  control.inputMode = 'decimal';
  control.dir = 'ltr';
  control.classList.add('numeric');
  return {
    control,
    read() {
      const read = parseAmount(readAmountText(control.value, own));
      return 'fault' in read ? read : { values: { amount: toDecimal(Math.abs(read.minor)) } };
    },
    inWords: ({ amount: shown = 0 }) => formatter(currency, preferences).money(Math.round(shown * 100)),
  };
}

// How far it may lie from today is what the server says: its rule comes with the whole schema of the form.
function dateField({ date }: DialogTransaction, { settings: { currency, preferences } }: Means): CellField {
  const control = input('date', date);
  return {
    control,
    read() {
      if (control.value) return { values: { date: control.value } };
      return { fault: control.validity.badInput ? 'errors:dateInvalid' : 'errors:dateRequired' };
    },
    inWords: ({ date: shown = '' }) => formatter(currency, preferences).date(shown),
  };
}

function input(type: string, value: string): HTMLInputElement {
  const control = document.createElement('input');
  Object.assign(control, { type, value, autocomplete: 'off', enterKeyHint: 'done' });
  return control;
}

function categoryField(
  { type, category_id }: DialogTransaction,
  categories: CategoryChoice[],
  { t }: Means,
): CellField {
  const none = t('transactions:form.noCategory');
  const control = document.createElement('select');
  control.append(new Option(none, ''));
  for (const category of categories) {
    if (category.type !== type) continue;
    const option = new Option(category.name, category.id);
    option.lang = category.language;
    control.append(option);
  }
  control.value = category_id ?? '';
  return {
    control,
    read: () => ({ values: { category_id: control.value || null } }),
    inWords: ({ category_id: shown }) => categories.find(({ id }) => id === shown)?.name ?? none,
  };
}
