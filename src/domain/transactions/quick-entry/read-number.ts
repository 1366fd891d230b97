import { amountField, type NumberMarks, readDigits, tidyDigits } from '../../amount-text.ts';
import { CURRENCY_HOMONYMS, MAYBE_OTHERS, WEIGHTS } from '../../currency-names.ts';
import { IN_LETTERS, isPart, LABELS, SCALES } from './amount-words.ts';
import { isMissingDate } from './read-date.ts';
import { leftOf, type Word } from './words.ts';

export interface AmountReader extends NumberMarks {
  /** Local calendar date. */
  today: string;
  /** The folded symbol, code and names of the person's currency. */
  currency: readonly string[];
  /** The folded symbols and codes of the other currencies; longer ones before those that they contain. */
  otherCurrencies: readonly string[];
  /** The folded names of other currencies and of their hundredths; they follow the amount. */
  namesOfOthers: readonly string[];
  /** The folded names of a hundredth of the person's currency. */
  hundredths: readonly string[];
}

/** A number that can only be multiplied in one way: `1.200` is excluded. */
const SCALABLE = /^\d+(?:\.\d\d?)?$/;

/** Whether a word is an amount, in any currency or without one. */
export function isAmount(key: string, reader: AmountReader): boolean {
  return Boolean(amountIn(key, reader, reader.currency) ?? amountIn(key, reader, reader.otherCurrencies));
}

/** The number at a word, with the currency and the sign beside it; undefined if there is none. */
export function numberAt(words: readonly Word[], at: number, reader: AmountReader, units: readonly string[]) {
  const keyAt = (index: number) => words[index]?.key ?? '';
  const number = amountIn(keyAt(at), reader, units);
  const isOfOther = IN_LETTERS.has(keyAt(at)) && /(?:\d|^וחצי)$/.test(keyAt(at - 1));
  if (!number || isOfOther || isRest(keyAt, at, reader)) return undefined;
  const half = number.hasK || !/^\d+$/.test(number.read) ? 0 : halfAt(keyAt, at + 1);
  const read = half > 0 ? `${number.read}.5` : number.read;
  const scale = number.hasK || !SCALABLE.test(read) ? undefined : SCALES.get(keyAt(at + half + 1));
  const isOwn = units === reader.currency;
  const isWhole = isOwn && !scale && !number.hasK && /^\d+$/.test(read);
  const isHundredths = isWhole && reader.hundredths.includes(keyAt(at + 1));
  const length = 1 + half + (scale || isHundredths ? 1 : 0);
  let from = at;
  let to = at + length;
  const nameLength = unitAt(keyAt, to, isOwn ? units : [...units, ...reader.namesOfOthers]);
  if (nameLength > 0) to += nameLength;
  else if (isBefore(keyAt, from, units)) from -= 1;
  const hasCurrency = number.hasUnit || isHundredths || to - from > length;
  const rest = isWhole && hasCurrency && !isHundredths ? hundredthsAt(keyAt, to, reader) : undefined;
  if (rest) to += rest.length;
  const isMeasured = WEIGHTS.has(keyAt(to - 1)) || keyAt(to - 1) === 'k';
  const before = keyAt(from - 1);
  // Within a line, `coffee - 12`, it is only a separator.
  const isSign = /^[+-]$/.test(before) && leftOf(words.slice(0, from - 1)).length === 0;
  const sign = number.sign || (isSign ? before : '');
  if (!number.sign && sign) from -= 1;
  const minor = isHundredths ? Number(read) : rest && Number(read) * 100 + rest.minor;
  const text = minor
    ? amountField(minor, reader.decimal_separator)
    : half > 0 && !scale
      ? amountField(Number(read) * 100, reader.decimal_separator)
      : inNotation({ ...number, read }, number.hasK ? 3 : scale, reader);
  return {
    ...number,
    at: from,
    length: to - from,
    sign,
    hasCurrency,
    isMeasured,
    mayBeDate: isMissingDate(number.digits, reader.today),
    mayBeOther: !hasCurrency && MAYBE_OTHERS.has(keyAt(to)),
    text,
    value: Number(text.replace(',', '.')),
    isJoined: words[at]?.isJoined ?? false,
  };
}

type KeyAt = (index: number) => string;

/** The number of words after a number that add a half to it. */
function halfAt(keyAt: KeyAt, index: number): number {
  if (keyAt(index) === 'וחצי') return 1;
  return [0, 1, 2].map((offset) => keyAt(index + offset)).join(' ') === 'and a half' ? 3 : 0;
}

/** The number of words that name a currency: `us dollars` before `dollars`. */
function unitAt(keyAt: KeyAt, index: number, units: readonly string[]): number {
  if (units.includes(`${keyAt(index)} ${keyAt(index + 1)}`)) return 2;
  return units.includes(keyAt(index)) ? 1 : 0;
}

function isBefore(keyAt: KeyAt, index: number, units: readonly string[]): boolean {
  return units.includes(keyAt(index - 1)) && !CURRENCY_HOMONYMS.has(keyAt(index - 1));
}

/** The hundredths after a currency: `5 shekels and 50 agorot`. */
function hundredthsAt(keyAt: KeyAt, from: number, { hundredths }: AmountReader) {
  const index = keyAt(from) === 'and' ? from + 1 : from;
  const digits = /^(?:ו-?)?(\d{1,2})$/.exec(keyAt(index))?.[1];
  return digits && hundredths.includes(keyAt(index + 1))
    ? { minor: Number(digits), length: index + 2 - from }
    : undefined;
}

function isRest(keyAt: KeyAt, index: number, reader: AmountReader): boolean {
  const before = keyAt(index - 1) === 'and' ? index - 2 : index - 1;
  const { currency } = reader;
  const number = amountIn(keyAt(before), reader, currency);
  const isOfCurrency =
    currency.includes(keyAt(before)) || number?.hasUnit || (number && isBefore(keyAt, before, currency));
  return Boolean(isOfCurrency) && hundredthsAt(keyAt, index, reader) !== undefined;
}

function inNotation(
  { digits, read }: { digits: string; read: string },
  zeros: number | undefined,
  marks: NumberMarks,
) {
  if (zeros === undefined) return tidyDigits(digits, marks);
  const [whole = '', fraction = ''] = read.split('.');
  return String(Number(whole + fraction.padEnd(zeros, '0')));
}

function amountIn(key: string, reader: AmountReader, units: readonly string[]) {
  const [, prefix, before = '', rest = ''] =
    /^(ב-?(?=[^א-ת]))?([+-]?)(.*)$/.exec(IN_LETTERS.get(key) ?? key) ?? [];
  const unit = units.find((candidate) => rest.startsWith(candidate) || rest.endsWith(candidate));
  const bare = !unit ? rest : rest.startsWith(unit) ? rest.slice(unit.length) : rest.slice(0, -unit.length);
  // `$-12` means `-$12`.
  const sign = before || (unit && /^[+-]/.exec(bare)?.[0]) || '';
  const number = before ? bare : bare.slice(sign.length);
  // `12.-` means 12.00.
  const [, digits = '', k] = /^(\d[\d.,' ]*?|[.,]\d+)(?:[.,]-*|(k))?$/.exec(number) ?? [];
  const read = digits ? readDigits(digits, reader) : undefined;
  if (read === undefined || !/^\d*\.?\d*$/.test(read) || (k && !SCALABLE.test(read))) return undefined;
  return {
    sign,
    digits,
    read,
    hasUnit: unit !== undefined,
    hasPrefix: prefix !== undefined,
    hasK: Boolean(k),
  };
}

/**
 * Joins the groups of a number, `12 000`: where the person groups by spaces, a group begins with a zero, the currency
 * is beside it or the line begins so. Anything else may be two numbers, unless the first has a label.
 */
export function withGroups(words: readonly Word[], reader: AmountReader): Word[] {
  const joined: Word[] = [];
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] as Word;
    const length = groupsFrom(words, index, reader);
    const parts = words.slice(index, index + length);
    const before = joined.at(-1)?.key ?? '';
    if (length < 2 || LABELS.has(before) || isLastPart(words, index)) {
      joined.push(word);
      continue;
    }
    if (isPart(before)) {
      // Either payment 3 and 400, or 3,400.
      joined.push(word, ...parts.slice(1).map((part) => ({ ...part, isJoined: true })));
      index += length - 1;
      continue;
    }
    const isSure =
      reader.thousand_separator === ' ' ||
      leftOf(joined).length === 0 ||
      parts.slice(1).some(({ key }) => key.startsWith('0')) ||
      [joined.at(-1), words[index + length]].some((neighbour) =>
        reader.currency.includes(neighbour?.key ?? ''),
      ) ||
      parts.some(({ key }) => amountIn(key, reader, reader.currency)?.hasUnit);
    joined.push({
      text: parts.map(({ text }) => text).join(' '),
      key: parts.map(({ key }) => key).join(' '),
      isJoined: !isSure,
    });
    index += length - 1;
  }
  return joined;
}

/** The twelve of `payment 3 of 12 400`. */
function isLastPart(words: readonly Word[], index: number): boolean {
  return words[index - 1]?.key === 'of' && /^\d+$/.test(words[index - 2]?.key ?? '');
}

function groupsFrom(words: readonly Word[], index: number, reader: AmountReader): number {
  const first = amountIn(words[index]?.key ?? '', reader, reader.currency);
  if (!first || !/^[1-9]\d{0,2}$/.test(first.digits) || !/\d$/.test(words[index]?.key ?? '')) return 1;
  let length = 1;
  for (;;) {
    const key = words[index + length]?.key ?? '';
    const next = /^\d/.test(key) ? amountIn(key, reader, reader.currency) : undefined;
    if (!next || !/^\d{3}(?:[.,]\d{1,2})?$/.test(next.digits)) return length;
    length += 1;
    if (next.digits !== key || next.digits.length > 3) return length;
  }
}
