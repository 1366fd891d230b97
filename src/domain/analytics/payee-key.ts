import { folded } from '../folded-text.ts';

/** A date, a time or connected digits: `12/03/2026`, `14:32`, `03-1234567`; otherwise a word with its digits. */
const TOKEN = /\p{Nd}+(?:[./:-]\p{Nd}+)+|[\p{L}\p{M}\p{Nd}]+/gu;

const DATE = /^(?:\d{1,2}([./-])\d{1,2}\1\d{2}(?:\d{2})?|\d{1,2}:\d{2}(?::\d{2})?)$/;
const DAY_AND_MONTH = /^(\d{2})[./](\d{2})$/;

/** So many digits are a reference, not part of a name. */
const LONG = 5;

/** Payment processors write the purchase and its number after a star: "UBER *TRIP 8842". */
const LONG_AFTER_STAR = 4;

/** Words whose following number identifies a receipt, an order or a branch, not the payee. */
const NUMBERED = new Set(
  [
    'ref reference receipt invoice inv order auth txn trx transaction confirmation branch store',
    'אסמכתא קבלה חשבונית הזמנה עסקה שובר אישור סניף',
  ].flatMap((words) => words.split(' ')),
);

/** A mark before such a number: `#0342`, `*8842`, `••1234`. */
const MARK = /[#*•…][#*•…\s]*$/u;

/** A masked card: `xxxx1234`. */
const MASKED = /^x{2,}\d+$/i;

const digitsIn = (text: string) => text.replaceAll(/\P{Nd}/gu, '').length;

/**
 * A key that payees and descriptions share if a person would call them the same: "WOLT 12345" and "Wolt, #88" both give
 * `wolt`. Numbers that no name contains are left out: those of five digits or more, dates and times, those after a mark
 * or a word such as "receipt", and those with leading zeros. A short number is part of the name: "Bus 5" is not "Bus
 * 18" (decision 0125). A text without other letters is only folded.
 */
export function payeeKey(text: string): string {
  const key = folded(keptOf(tokensOf(text)).replaceAll(/[./:-]/g, ' '));
  return /\p{L}/u.test(key) ? key : folded(text).trim();
}

/** A payee or description as written, without what `payeeKey` leaves out, so that it fits all texts with that key. */
export function payeeName(text: string): string {
  const tokens = tokensOf(text);
  const key = payeeKey(text);
  if (!tokens.some(({ isNoise }) => isNoise) || key === folded(text).trim()) return text.trim();
  const plain = text.normalize('NFKC');
  let name = '';
  let end = 0;
  for (const { token, start, isNoise } of tokens) {
    const gap = plain.slice(end, start);
    name += isNoise ? `${gap.replace(MARK, '')} ` : gap + token;
    end = start + token.length;
  }
  name = (name + plain.slice(end))
    .replaceAll(/\(\s*\)|\[\s*\]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .replace(/^[\s,;:.|*#/–—-]+|[\s,;:.|*#/–—-]+$/gu, '');
  // Without its marks, the remaining text may read as a number.
  return payeeKey(name) === key ? name : keptOf(tokens);
}

function keptOf(tokens: readonly Token[]): string {
  const names = tokens.filter(({ isNoise }) => !isNoise);
  return names.map(({ token }) => token).join(' ');
}

interface Token {
  token: string;
  start: number;
  isNoise: boolean;
}

function tokensOf(text: string): Token[] {
  const plain = text.normalize('NFKC');
  const tokens: Token[] = [];
  let end = 0;
  let isStarred = false;
  for (const match of plain.matchAll(TOKEN)) {
    const [token] = match;
    const gap = plain.slice(end, match.index);
    const before = tokens.at(-1);
    isStarred ||= gap.includes('*');
    const isNumbered = before !== undefined && NUMBERED.has(folded(before.token));
    const isNoise =
      digitsIn(token) >= (isStarred ? LONG_AFTER_STAR : LONG) ||
      isUnique(token) ||
      (digitsIn(token) > 0 && MARK.test(gap)) ||
      (isNumber(token) && (isNumbered || before?.isNoise === true));
    if (isNoise && isNumbered) before.isNoise = true;
    tokens.push({ token, start: match.index, isNoise });
    end = match.index + token.length;
  }
  return tokens;
}

const isNumber = (token: string) => /^\p{Nd}[\p{Nd}./:-]*$/u.test(token);

function isUnique(token: string): boolean {
  const [, day, month] = DAY_AND_MONTH.exec(token) ?? [];
  return (
    /^0\d\d/.test(token) ||
    DATE.test(token) ||
    MASKED.test(token) ||
    (day !== undefined && isDayAndMonth(Number(day), Number(month)))
  );
}

function isDayAndMonth(one: number, other: number): boolean {
  return Math.min(one, other) >= 1 && Math.min(one, other) <= 12 && Math.max(one, other) <= 31;
}
