import type { Cell, FileAccount, TableRow } from '../bank-file.ts';
import { currencyIn, currencyOf } from '../layouts/currencies.ts';
import { MONTHS } from '../layouts/words.ts';
import { readAmount } from './amounts.ts';
import { readDate } from './dates.ts';
import { cellText, fold } from './text.ts';

/** What the lines above and between tables state. */
export interface Title {
  account?: FileAccount;
  currency?: string;
  /** The charge date: YYYY-MM-DD, or --MM-DD where the year is elsewhere. */
  chargeDate?: string;
  /** The sum of that charge. */
  chargeTotal?: string;
  month?: { year: number; month: number };
}

const CARD_WORDS = /(?:ה?מסתיימת?|כרטיס|card ending(?: in)?|card)\D{0,24}?(?<!\d)(\d{4})(?![\d./-])/i;
const CARD_NETWORKS =
  /(?:מסטרקארד|מאסטרקארד|ויזה|ישראכרט|אמריקן אקספרס|דיינרס|visa|mastercard|isracard|amex)\D{0,24}?(?<!\d)(\d{4})(?![\d./-])/i;
const CARD_END = /[-–־*xX•]\s?(\d{4})$/;
const CARD_BEGIN = /^(\d{4})\s?[-–־]\s?\p{L}/u;
const CHARGE = /(?:לחיוב|חיוב|לתשלום|יחויבו)\D{0,18}(\d{1,2})[./-](\d{1,2})[./-](\d{4}|\d{2})(?![\d./-])/;
// Without a year a day looks like a sum.
const CHARGE_DAY =
  /(?<!סכום |סך |סך ה|סה"כ )(?:לחיוב|חיוב|לתשלום|יחויבו)\D{0,18}(\d{1,2})[./-](\d{1,2})(?![\d./-])/;
const ACCOUNT_WORDS =
  /(?<!\p{L})(?:ל?מספר ה?חשבון|(?:תנועות ב|ל)?חשבון|account(?: number| no)?|konto(?:nummer)?|compte|cuenta|n[uú]mero de cuenta)(?!\p{L})[^\d]{0,30}?(\d[\d\-/]{2,30}\d(?: \d{2,}(?![\d./-]))*)/iu;
const ACCOUNT_SHAPE = /^\d{2,4}-\d{3}-\d{4,}(?:\/\d+)?$|^\d{3,4}-\d{5,}(?:\/\d+)?$/;
// Dates after "account".
const NO_ACCOUNT = /^(?:\d{1,2}[/-]\d{1,2}[/-]\d{2,4}|\d{4}-\d{2}-\d{2}|20\d{2})(?!\d)/;
const IBAN = /(?<![A-Z0-9])([A-Z]{2}\d{2}(?: ?[A-Z0-9]){11,30})(?![A-Z0-9])/;
const FOREIGN = /מט["״']{1,2}ח\s*[-–:]?\s*(\p{L}[\p{L}"״' ]*|\p{Sc})$/u;
const CURRENCY_WORDS = /^(?:currency|(?:סוג )?ה?מטבע|wahrung|waehrung|devise|moneda|divisa|valuta)(?= |$)/;

function titleText(cell: Cell): string {
  const text = cellText(cell);
  if (typeof cell !== 'object') return text;
  const [year, month, day] = text.split('-');
  return `${day}/${month}/${year}`;
}

/** @param isCard whether four digits may be those of a card */
export function readTitle(row: TableRow, isCard: boolean): Title {
  const texts = row.cells.map(titleText).filter((text) => text !== '');
  const title: Title = {};
  if (texts.length === 0 || texts.length > 12) return title;
  const line = texts.join(' ');
  if (line.length > 400) return title;
  const month = monthIn(line);
  if (month) title.month = month;
  const account: FileAccount = {};
  const iban = IBAN.exec(line)?.[1]?.replaceAll(' ', '');
  if (iban && isIban(iban)) account.iban = iban;
  else {
    const number = ACCOUNT_WORDS.exec(line)?.[1] ?? texts.find((text) => ACCOUNT_SHAPE.test(text));
    if (number && !NO_ACCOUNT.test(number)) account.number = number.trim();
  }
  if (isCard) {
    const card = cardIn(texts);
    if (card && !(month && String(month.year) === card)) account.card = card;
    const charge = CHARGE.exec(line) ?? CHARGE_DAY.exec(line) ?? chargeInWords(line);
    if (charge) {
      const { 0: all = '', 1: day = '', 2: month = '', 3: year } = charge;
      // A leap year has every day.
      const date = readDate(`${day}/${month}/${year ?? 2024}`, 'dmy');
      if (date) {
        title.chargeDate = year ? date : `-${date.slice(4)}`;
        const total = amountAfter(line.slice(charge.index + all.length));
        if (total) title.chargeTotal = total;
      }
    }
    if (card && !title.chargeTotal) {
      const total = texts.filter((text) => text.includes('₪')).map(shekels)[0];
      if (total) title.chargeTotal = total;
    }
  }
  if (Object.keys(account).length > 0) title.account = account;
  const named = texts.findIndex((text) => CURRENCY_WORDS.test(fold(text)));
  if (named >= 0) {
    const [first = '', beside = ''] = texts.slice(named);
    const second = /:\s*\S/.test(first) ? first.replace(/^[^:]*:/, '') : beside;
    const currency = currencyOf(second) ?? currencyIn(line);
    if (currency) title.currency = currency;
  }
  const foreign = currencyOf(FOREIGN.exec(line)?.[1] ?? '');
  if (foreign) title.currency ??= foreign;
  return title;
}

const CHARGE_IN_WORDS = /(?:לחיוב|חיוב|לתשלום)\D{0,12}(\d{1,2}) (\p{L}+),? (20\d{2})/u;

/** `מועד חיוב: 10 בספטמבר 2026`, in the form of a match of `CHARGE`. */
function chargeInWords(line: string): { [index: number]: string | undefined; index: number } | null {
  const match = CHARGE_IN_WORDS.exec(line);
  const month = match && MONTHS.get(fold(match[2] ?? ''));
  return match && month
    ? { 0: match[0], 1: match[1], 2: String(month), 3: match[3], index: match.index }
    : null;
}

function cardIn(texts: string[]): string | null {
  for (const text of texts) {
    const found = (CARD_WORDS.exec(text) ??
      CARD_NETWORKS.exec(text) ??
      CARD_END.exec(text) ??
      CARD_BEGIN.exec(text))?.[1];
    if (found) return found;
  }
  return null;
}

function amountAfter(text: string): string | null {
  const figure = /[₪$€£]?\s?-?\d[\d,]*(?:\.\d+)?\s?[₪$€£]?/.exec(text)?.[0];
  return figure ? shekels(figure) : null;
}

function shekels(figure: string): string | null {
  const read = readAmount(figure.trim(), '.');
  return read && (read.currency ?? 'ILS') === 'ILS' ? read.value : null;
}

/** `ספטמבר 2026`, `09/2026` */
function monthIn(line: string): Title['month'] | null {
  const figures = /(?<![\d./-])(\d{1,2})[./](20\d{2})(?![\d./-])/.exec(line);
  if (figures) {
    const month = Number(figures[1]);
    if (month >= 1 && month <= 12) return { year: Number(figures[2]), month };
  }
  const words = fold(line).split(' ');
  for (let index = 0; index + 1 < words.length; index++) {
    const month = MONTHS.get(words[index] ?? '');
    if (month && /^20\d{2}$/.test(words[index + 1] ?? '')) return { year: Number(words[index + 1]), month };
  }
  return null;
}

/** Checks only the length: files of examples have invalid check digits, and a wrong number does no harm. */
function isIban(text: string): boolean {
  return text.length >= 15 && text.length <= 34 && /\d{8}/.test(text);
}

/** The year of a charge of which only month and day are known. */
export function chargeYear(monthAndDay: string, near: { year: number; month: number }): string {
  const month = Number(monthAndDay.slice(0, 2));
  const distance = month - near.month;
  const year = distance > 6 ? near.year - 1 : distance < -6 ? near.year + 1 : near.year;
  return `${year}-${monthAndDay}`;
}
