import type { ImportedLineRow } from '../../../db/tables.ts';
import { isCurrency } from '../../../i18n/currencies.ts';
import { isDate, plusDays } from '../../calendar.ts';
import { decimalsError } from '../../currency.ts';
import { beginningOf } from '../../letters.ts';
import { MAX_AMOUNT, MAX_BALANCE } from '../../money.ts';
import { DESCRIPTION_MAX, NOTES_MAX } from '../../transactions/schema.ts';
import type { DecimalText, FileRow } from '../bank-file.ts';
import type { stringPool } from '../string-pool.ts';

const PAYEE_MAX = 255;

/** How many days ahead a bank may date a row: the payments of a purchase are known for years. */
const DAYS_AHEAD = 366;

/** Whether a date is too far ahead for a row of a bank. */
export const isTooFar = (date: string, today: string): boolean =>
  date > today && date > plusDays(today, DAYS_AHEAD);

/** The earliest date of a transaction; earlier ones are reading errors. */
export const EARLIEST = '1900-01-01';

/** The most payments of a purchase; loans have some hundred. */
export const MOST_PARTS = 999;

export const isPart = ({ n, of }: { n: number; of: number }) =>
  Number.isInteger(of) && n >= 1 && n <= of && of <= MOST_PARTS;

const HAS_MORE_DECIMALS = /\.\d\d\d*[1-9]/;

/** An exact decimal in minor units, rounded half up where it has more than two decimals. */
export function minorOf(text: DecimalText): number {
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d*)\.?(\d*)$/.exec(text) ?? [];
  const digits = fraction.padEnd(3, '0');
  const minor = Number(whole) * 100 + Number(digits.slice(0, 2)) + (Number(digits[2]) >= 5 ? 1 : 0);
  return sign === '-' ? -minor : minor;
}

const CONTENT = [
  'line',
  'date',
  'charge_date',
  'amount',
  'currency',
  'type',
  'description',
  'merchant_name',
  'notes',
  'external_id',
  'corrects',
  'original_amount',
  'original_currency',
  'rate',
  'installment_n',
  'installment_total',
  'installment_price',
  'payments_end',
  'is_pending',
] as const satisfies (keyof ImportedLineRow)[];

/** The columns of a line that follow from the row of a file alone. */
export type LineContent = Pick<ImportedLineRow, (typeof CONTENT)[number]>;

/** The content of a stored line, without its other columns. */
export const contentOf = (line: ImportedLineRow) =>
  Object.fromEntries(CONTENT.map((name) => [name, line[name]])) as LineContent;

/** Lets contents share equal texts: there may be a hundred thousand. */
export function poolTexts(content: LineContent, pooled: ReturnType<typeof stringPool>): void {
  content.date = pooled(content.date);
  content.type = pooled(content.type);
  content.description = pooled(content.description);
  content.merchant_name &&= pooled(content.merchant_name);
  content.currency &&= pooled(content.currency);
}

/** Why a row cannot be imported. */
export type LineError = 'date' | 'amount' | 'decimals' | 'currency';

/**
 * @param currency of the account, which holds where the file names none
 * @param fileCurrency that of the file
 */
export function lineOf(
  row: FileRow,
  { currency, fileCurrency, today }: { currency: string; fileCurrency: string | null; today: string },
): { content: LineContent; error: LineError | null } {
  const own = (row.currency ?? fileCurrency ?? currency).toUpperCase();
  const amount = minorOf(row.amount);
  const original = originalOf(row, own);
  const part = row.installment && isPart(row.installment) ? row.installment : null;
  const content: LineContent = {
    line: row.line,
    date: row.date,
    charge_date: row.chargeDate && row.chargeDate >= EARLIEST ? row.chargeDate : null,
    amount,
    currency: own,
    type: row.type,
    description: oneLine(row.description || row.payee || row.memo || '', DESCRIPTION_MAX),
    merchant_name: oneLine(row.payee ?? '', PAYEE_MAX) || null,
    notes: notesOf(row, original === null && !(part && priceOf(row, own))) || null,
    external_id: row.externalId ? beginningOf(clean(row.externalId), PAYEE_MAX) : null,
    corrects: row.corrects ? beginningOf(clean(row.corrects), PAYEE_MAX) : null,
    original_amount: original?.amount ?? null,
    original_currency: original?.currency ?? null,
    rate: row.rate ?? null,
    installment_n: part?.n ?? null,
    installment_total: part?.of ?? null,
    installment_price: part ? priceOf(row, own) : null,
    payments_end: part?.isEnd ? 1 : null,
    is_pending: Number(row.isPending ?? false),
  };
  const isOdd = !isDate(row.date) || row.date < EARLIEST || isTooFar(row.date, today);
  const error = isOdd
    ? 'date'
    : amount < 1 || amount > MAX_AMOUNT
      ? 'amount'
      : HAS_MORE_DECIMALS.test(row.amount) || lacksDecimals(amount, own)
        ? 'decimals'
        : null;
  return { content, error: error ?? (isCurrency(own) ? null : 'currency') };
}

/** Whether an amount has decimals that its currency, if known, lacks. */
const lacksDecimals = (minor: number, currency: string) =>
  isCurrency(currency) && decimalsError(minor, currency) !== null;

// The price of a purchase in installments has the same currency, and is no conversion.
function originalOf({ original }: FileRow, own: string): { amount: number; currency: string } | null {
  const currency = original?.currency.toUpperCase();
  if (!original || currency === own || !isCurrency(currency)) return null;
  const amount = minorOf(original.amount);
  return amount < 1 || amount > MAX_AMOUNT || lacksDecimals(amount, currency) ? null : { amount, currency };
}

/** The full price of a purchase in installments, which is never less than a part of it. */
function priceOf({ amount, original, installment }: FileRow, own: string): number | null {
  const said = original?.currency.toUpperCase() === own ? original.amount : installment?.total;
  if (said === undefined) return null;
  const price = minorOf(said);
  return price < minorOf(amount) || price > MAX_BALANCE ? null : price;
}

// The database refuses NUL and unpaired surrogates.
const clean = (text: string) => text.replaceAll('\0', '').toWellFormed().trim();

const oneLine = (text: string, most: number) => beginningOf(clean(text).replace(/\s+/gu, ' '), most);

/** What is known as the number of a payment. */
const SAYS_PAYMENT = /^\s*(?:תשלום|payment)\s+\d+\s+(?:מתוך|of)\s+\d+\s*$/i;

function notesOf({ memo = '', description, payee, splits = [], original }: FileRow, addsOriginal: boolean) {
  const parts = splits.map(({ amount, category, memo: about }) =>
    [category, about, amount].filter(Boolean).join(' '),
  );
  const price = addsOriginal && original ? [`${original.amount} ${original.currency}`] : [];
  const isSaid = memo === description || memo === payee || SAYS_PAYMENT.test(memo);
  const said = isSaid ? [] : [clean(memo)];
  return beginningOf([...said, ...parts, ...price].filter(Boolean).join('\n'), NOTES_MAX);
}

/** The first and the last of some dates (YYYY-MM-DD); empty texts for none. */
export function spanOf(dates: readonly string[]): { from: string; to: string } {
  let [from = '', to = ''] = [dates[0], dates[0]];
  for (const date of dates) {
    if (date < from) from = date;
    if (date > to) to = date;
  }
  return { from, to };
}
