import { amountField, type NumberMarks, readDigits, tidyDigits } from '../../amount-text.ts';
import { CURRENCY_HOMONYMS, MAYBE_OTHERS, WEIGHTS } from '../../currency-names.ts';
import { IN_LETTERS, isPart, LABELS, SCALES } from './amount-words.ts';
import { leftOf, type Word } from './words.ts';

/** What amounts are read with. */
export interface AmountReader extends NumberMarks {
  /** Local calendar date. */
  today: string;
  /** How the person's currency is written: its symbol, code and names, folded. */
  currency: readonly string[];
  /** The symbols and codes of the other currencies, folded; longer ones before those that they contain. */
  otherCurrencies: readonly string[];
  /** Their names, and those of their hundredths, folded; they follow the amount. */
  namesOfOthers: readonly string[];
  /** The names of a hundredth of the person's currency, folded. */
  hundredths: readonly string[];
}

/** A number that has one meaning in thousands: not `1.200`. */
const SCALABLE = /^\d+(?:\.\d\d?)?$/;

/** Whether a word is an amount, in the person's currency, in another one or without one. */
export function isAmount(key: string, reader: AmountReader): boolean {
  return Boolean(amountIn(key, reader, reader.currency) ?? amountIn(key, reader, reader.otherCurrencies));
}

/** The number at a word, with the currency and the sign beside it; undefined where there is none. */
export function numberAt(words: readonly Word[], at: number, reader: AmountReader, units: readonly string[]) {
  const keyAt = (place: number) => words[place]?.key ?? '';
  const found = amountIn(keyAt(at), reader, units);
  const isOfOther = IN_LETTERS.has(keyAt(at)) && /(?:\d|^וחצי)$/.test(keyAt(at - 1));
  if (!found || isOfOther || isRest(keyAt, at, reader)) return undefined;
  const half = found.hasK || !/^\d+$/.test(found.read) ? 0 : halfAt(keyAt, at + 1);
  const read = half > 0 ? `${found.read}.5` : found.read;
  const scale = found.hasK || !SCALABLE.test(read) ? undefined : SCALES.get(keyAt(at + half + 1));
  const isOwn = units === reader.currency;
  const isWhole = isOwn && !scale && !found.hasK && /^\d+$/.test(read);
  const isHundredths = isWhole && reader.hundredths.includes(keyAt(at + 1));
  const length = 1 + half + (scale || isHundredths ? 1 : 0);
  let from = at;
  let to = at + length;
  const named = unitAt(keyAt, to, isOwn ? units : [...units, ...reader.namesOfOthers]);
  if (named > 0) to += named;
  else if (isBefore(keyAt, from, units)) from -= 1;
  const hasCurrency = found.hasUnit || isHundredths || to - from > length;
  const rest = isWhole && hasCurrency && !isHundredths ? hundredthsAt(keyAt, to, reader) : undefined;
  if (rest) to += rest.length;
  const isWeight = WEIGHTS.has(keyAt(to - 1));
  const loose = keyAt(from - 1);
  // Within a line, `coffee - 12`, it only separates.
  const isSign = /^[+-]$/.test(loose) && leftOf(words.slice(0, from - 1)).length === 0;
  const sign = found.sign || (isSign ? loose : '');
  if (!found.sign && sign) from -= 1;
  const minor = isHundredths ? Number(read) : rest && Number(read) * 100 + rest.minor;
  const text = minor
    ? amountField(minor, reader.decimal_separator)
    : half > 0 && !scale
      ? amountField(Number(read) * 100, reader.decimal_separator)
      : inNotation({ ...found, read }, found.hasK ? 3 : scale, reader);
  return {
    ...found,
    at: from,
    length: to - from,
    sign,
    hasCurrency,
    isWeight,
    mayBeOther: !hasCurrency && MAYBE_OTHERS.has(keyAt(to)),
    text,
    value: Number(text.replace(',', '.')),
    isJoined: words[at]?.isJoined ?? false,
  };
}

type KeyAt = (place: number) => string;

/** How many words after a number add a half to it. */
function halfAt(keyAt: KeyAt, at: number): number {
  if (keyAt(at) === 'וחצי') return 1;
  return [0, 1, 2].map((place) => keyAt(at + place)).join(' ') === 'and a half' ? 3 : 0;
}

/** How many words at a place are a name of a currency: `us dollars` before `dollars`. */
function unitAt(keyAt: KeyAt, at: number, units: readonly string[]): number {
  if (units.includes(`${keyAt(at)} ${keyAt(at + 1)}`)) return 2;
  return units.includes(keyAt(at)) ? 1 : 0;
}

function isBefore(keyAt: KeyAt, at: number, units: readonly string[]): boolean {
  return units.includes(keyAt(at - 1)) && !CURRENCY_HOMONYMS.has(keyAt(at - 1));
}

/** The hundredths after a currency: `5 shekels and 50 agorot`. */
function hundredthsAt(keyAt: KeyAt, from: number, { hundredths }: AmountReader) {
  const at = keyAt(from) === 'and' ? from + 1 : from;
  const digits = /^(?:ו-?)?(\d{1,2})$/.exec(keyAt(at))?.[1];
  return digits && hundredths.includes(keyAt(at + 1))
    ? { minor: Number(digits), length: at + 2 - from }
    : undefined;
}

/** Whether a number is the hundredths of the one before it. */
function isRest(keyAt: KeyAt, at: number, reader: AmountReader): boolean {
  const before = keyAt(at - 1) === 'and' ? at - 2 : at - 1;
  const { currency } = reader;
  const number = amountIn(keyAt(before), reader, currency);
  const isOfCurrency =
    currency.includes(keyAt(before)) || number?.hasUnit || (number && isBefore(keyAt, before, currency));
  return Boolean(isOfCurrency) && hundredthsAt(keyAt, at, reader) !== undefined;
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

/** The sign and digits of a word that is an amount, with one of the units or without one. */
function amountIn(key: string, reader: AmountReader, units: readonly string[]) {
  const [, prefix, before = '', rest = ''] =
    /^(ב-?(?=[^א-ת]))?([+-]?)(.*)$/.exec(IN_LETTERS.get(key) ?? key) ?? [];
  const unit = units.find((one) => rest.startsWith(one) || rest.endsWith(one));
  const bare = !unit ? rest : rest.startsWith(unit) ? rest.slice(unit.length) : rest.slice(0, -unit.length);
  // `$-12` is as good as `-$12`.
  const sign = before || (unit && /^[+-]/.exec(bare)?.[0]) || '';
  const number = before ? bare : bare.slice(sign.length);
  // `12.-` is twelve and nothing.
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
 * The words with the groups of a number joined, `12 000`: where the person groups by spaces, a group begins with a zero,
 * the currency is beside it or the line begins so; anything else may be two numbers, unless the first has a label.
 */
export function withGroups(words: readonly Word[], reader: AmountReader): Word[] {
  const joined: Word[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] as Word;
    const length = groupsFrom(words, at, reader);
    const parts = words.slice(at, at + length);
    const before = joined.at(-1)?.key ?? '';
    if (length < 2 || LABELS.has(before) || isLastPart(words, at)) {
      joined.push(word);
      continue;
    }
    if (isPart(before)) {
      // `payment 3 400`, or 3,400.
      joined.push(word, ...parts.slice(1).map((part) => ({ ...part, isJoined: true })));
      at += length - 1;
      continue;
    }
    const isSure =
      reader.thousand_separator === ' ' ||
      leftOf(joined).length === 0 ||
      parts.slice(1).some(({ key }) => key.startsWith('0')) ||
      [joined.at(-1), words[at + length]].some((one) => reader.currency.includes(one?.key ?? '')) ||
      parts.some(({ key }) => amountIn(key, reader, reader.currency)?.hasUnit);
    joined.push({
      text: parts.map(({ text }) => text).join(' '),
      key: parts.map(({ key }) => key).join(' '),
      isJoined: !isSure,
    });
    at += length - 1;
  }
  return joined;
}

/** The twelve of `payment 3 of 12 400`. */
function isLastPart(words: readonly Word[], at: number): boolean {
  return words[at - 1]?.key === 'of' && /^\d+$/.test(words[at - 2]?.key ?? '');
}

function groupsFrom(words: readonly Word[], at: number, reader: AmountReader): number {
  const first = amountIn(words[at]?.key ?? '', reader, reader.currency);
  if (!first || !/^[1-9]\d{0,2}$/.test(first.digits) || !/\d$/.test(words[at]?.key ?? '')) return 1;
  let length = 1;
  for (;;) {
    const key = words[at + length]?.key ?? '';
    const next = /^\d/.test(key) ? amountIn(key, reader, reader.currency) : undefined;
    if (!next || !/^\d{3}(?:[.,]\d{1,2})?$/.test(next.digits)) return length;
    length += 1;
    if (next.digits !== key || next.digits.length > 3) return length;
  }
}
