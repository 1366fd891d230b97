import type { Currency } from '../../i18n/currencies.ts';
import { formatter } from '../../i18n/format.ts';
import type { Locale } from '../../i18n/locales.ts';
import { type Translate, translator } from '../../i18n/translate.ts';
import { amountField, type DecimalMark } from '../amount-text.ts';
import { chargedAmount } from '../charged.ts';
import type { Reading, Viewer } from '../context.ts';
import type { Foreign } from '../foreign-amount.ts';
import { countedAs } from '../ledger/reserved-categories.ts';
import { toDecimal } from '../money.ts';
import { accountName } from '../money-accounts/name.ts';
import { INPUTS } from '../transactions/fields.ts';
import { type Entry, presentTransaction } from '../transactions/present.ts';
import { isWhole, type Transfer } from '../transactions/transfers/transfer.ts';
import { escaped, record } from './csv.ts';
import { EXPORT_FIELDS, type ExportField } from './fields.ts';
import type { ExportInput } from './schema.ts';

export function csvLines(
  { viewer, locale }: Reading,
  { fields, style, account }: Pick<ExportInput, 'style' | 'account'> & { fields: ExportField[] },
) {
  const t = translator(locale);
  const { decimal_separator } = viewer.preferences;
  // Fields cannot be separated by the decimal mark; spreadsheets expect a semicolon if that is a comma.
  const separator = style === 'own' && decimal_separator === ',' ? ';' : ',';
  const cell = style === 'own' ? ownCells(viewer, t) : isoCells(viewer);
  const head = record(
    fields.map((field) => t(EXPORT_FIELDS[field])),
    separator,
  );
  const of = (listed: Entry) => {
    const entry = exported(listed, account);
    const values = valuesOf(entry, viewer, locale);
    return record(
      fields.map((field) =>
        TEXTS.has(field) ? escaped(String(values[field] ?? '')) : cell(field, entry, values),
      ),
      separator,
    );
  };
  return { head, of };
}

const TEXTS: ReadonlySet<string> = new Set([
  'category_name',
  'account_name',
  ...INPUTS.filter(({ kind }) => kind === 'text').map(({ column }) => column),
]);

/** A transfer between the accounts of an export is one row of it, without a sign. */
type Exported = Entry & { isWhole: boolean };

const exported = (entry: Entry, account: string | undefined): Exported => ({
  ...entry,
  isWhole: entry.transfer !== undefined && isWhole(entry.transfer, account),
});

type Values = Record<ExportField, string | number | boolean | null>;

// The amount of an opening balance is signed, because it is neither income nor an expense: summing a column by type
// gives the figures of the list.
function valuesOf(entry: Exported, { currency }: Viewer, locale: Locale): Values {
  const { installment, original, ...values } = presentTransaction(entry, locale);
  const amounts = Object.entries(amountsOf(entry, currency));
  return {
    ...values,
    ...(Object.fromEntries(amounts.map(([name, money]) => [name, money && toDecimal(money.minor)])) as Record<
      AmountField,
      number | null
    >),
    ...(entry.transfer && entry.isWhole && { account_name: routeOf(entry.transfer, locale) }),
    type: countedAs(entry.row).type,
    currency,
    ...(arrivedOf(entry) && { account_currency: arrivedOf(entry)?.currency ?? null }),
    installment: installment?.n ?? null,
    installments: installment?.of ?? null,
    original_currency: original?.currency ?? null,
    currency_to: amountTo(entry, currency)?.currency ?? null,
  };
}

const routeOf = ({ fromAccount, toAccount }: Transfer, locale: Locale) =>
  translator(locale)('transactions:transfer.route', {
    from: accountName(fromAccount, locale),
    to: accountName(toAccount, locale),
  });

type AmountField = 'amount' | 'installments_amount' | 'account_amount' | 'original_amount' | 'amount_to';

/** In the person's currency, in that of the account where it is another one, and as it was paid. */
function amountsOf(entry: Exported, currency: Currency): Record<AmountField, Foreign | null> {
  const { row, account, isWhole } = entry;
  const signed = (amount: number) => (isWhole ? amount : countedAs({ ...row, amount }).amount);
  const money = (minor: number | null, of: string | null) =>
    minor === null || of === null ? null : { minor, currency: of as Currency };
  return {
    amount: { minor: signed(row.amount), currency },
    installments_amount: money(row.installment_price, currency),
    account_amount:
      arrivedOf(entry) ?? money(row.account_amount && signed(row.account_amount), account.currency),
    original_amount: money(row.original_amount, row.original_currency),
    amount_to: amountTo(entry, currency),
  };
}

/** What arrived of a whole transfer between two currencies. */
function amountTo({ transfer, isWhole }: Exported, own: Currency): Foreign | null {
  if (!transfer || !isWhole || transfer.fromAccount.currency === transfer.toAccount.currency) return null;
  const currency = (transfer.toAccount.currency as Currency | null) ?? own;
  return { minor: chargedAmount(transfer.to), currency };
}

/** The texts of a whole transfer into an account of another currency, whose row is the side where money left. */
function arrivedOf({ transfer, isWhole, row }: Exported): Foreign | null {
  const currency = transfer?.toAccount.currency;
  if (!transfer || !isWhole || !currency || row.account_amount !== null) return null;
  return { minor: chargedAmount(transfer.to), currency: currency as Currency };
}

/** Undefined for a field that is no amount. */
function amountCell(
  field: ExportField,
  entry: Exported,
  { currency }: Viewer,
  mark: DecimalMark,
): string | undefined {
  if (!/amount(_to)?$/.test(field)) return undefined;
  const money = amountsOf(entry, currency)[field as AmountField];
  return money ? amountField(money.minor, mark, money.currency) : '';
}

type Cells = (field: ExportField, entry: Exported, values: Values) => string;

function isoCells(viewer: Viewer): Cells {
  return (field, entry, values) => amountCell(field, entry, viewer, '.') ?? String(values[field] ?? '');
}

function ownCells(viewer: Viewer, t: Translate): Cells {
  const { currency, preferences } = viewer;
  const format = formatter(currency, preferences);
  const isoCell = isoCells(viewer);
  return (field, entry, values) => {
    const { type } = countedAs(entry.row);
    const amount = amountCell(field, entry, viewer, preferences.decimal_separator);
    if (amount !== undefined) return amount;
    if (field === 'charge_date' && typeof values.charge_date === 'string')
      return format.date(values.charge_date);
    if (field === 'type')
      return t(
        type === 'opening' || type === 'transfer'
          ? `categories:default.${type === 'opening' ? 'opening_balance' : type}`
          : `common:${type}`,
      );
    if (field === 'is_recurring') return t(values.is_recurring ? 'common:yes' : 'common:no');
    if (field === 'date') return format.date(entry.row.date);
    if (field === 'time') return format.time(entry.row.time);
    return isoCell(field, entry, values);
  };
}

/** The values of the chosen fields, for JSON. */
export function chosenOf(
  entry: Entry,
  { fields, account }: Pick<ExportInput, 'account'> & { fields: ExportField[] },
  viewer: Viewer,
  locale: Locale,
) {
  const values = valuesOf(exported(entry, account), viewer, locale);
  return Object.fromEntries(fields.map((field) => [field, values[field]]));
}
