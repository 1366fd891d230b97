import { fold } from '../tables/text.ts';

/** How files write currencies. A code of three letters needs no entry. */
const WRITTEN: Record<string, string[]> = {
  ILS: ['₪', 'nis', 'שח', 'בשח', 'שקל', 'שקלים', 'שקל חדש', 'שקלים חדשים', 'ש ח'],
  USD: ['$', 'us$', 'דולר', 'דולר ארהב', 'דולר אמריקאי', 'dollar', 'us dollar'],
  EUR: ['€', 'euro', 'euros', 'אירו', 'יורו'],
  GBP: ['£', 'לישט', 'לירה שטרלינג', 'ליש ט', 'פאונד'],
  JPY: ['¥', '￥', 'ין', 'ין יפני', 'יין יפני', 'yen'],
  CHF: ['fr', 'sfr', 'פרנק', 'פרנק שוויצרי', 'franken'],
  CAD: ['c$', 'ca$', 'can$', 'דולר קנדי'],
  AUD: ['a$', 'au$', 'דולר אוסטרלי'],
  CNY: ['cn¥', 'rmb', 'יואן'],
  PLN: ['zł', 'zl'],
  CZK: ['kč', 'kc'],
  TRY: ['₺'],
  INR: ['₹'],
  UAH: ['₴'],
  RUB: ['₽', 'руб'],
  BRL: ['r$'],
};

const CODES = new Map(
  Object.entries(WRITTEN).flatMap(([code, words]) => words.map((word) => [keyOf(word), code] as const)),
);

function keyOf(word: string): string {
  return /^[\p{Sc}a-z]*\p{Sc}[a-z]*$/iu.test(word) ? word.toLowerCase() : fold(word);
}

/** @returns the code of a currency written as a sign, a word or a code; null for any other text */
export function currencyOf(text: string): string | null {
  const trimmed = text.trim();
  if (trimmed === '' || trimmed.length > 20) return null;
  return CODES.get(keyOf(trimmed)) ?? (/^[A-Z]{3}$/.test(trimmed) ? trimmed : null);
}

const IN_TEXT =
  /₪|€|£|\$|(?<![\p{L}])(?:בש["״']{0,2}ח|ש["״']{1,2}ח|ILS|NIS|EUR|USD|GBP|CHF|JPY|CAD|AUD|CNY|INR|BRL|PLN|SEK|NOK|DKK|CZK|HUF|RON|MXN|NZD|SGD|HKD|ZAR|TRY)(?![\p{L}])/u;

/** The currency that the name of a column names beside other words: `Amount (EUR)`. */
export function currencyIn(text: string): string | null {
  const found = IN_TEXT.exec(text)?.[0];
  return found ? currencyOf(found) : null;
}
