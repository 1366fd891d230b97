import { plusDays } from '../../calendar.ts';
import { CURRENCY_HOMONYMS } from '../../currency-names.ts';
import { folded } from '../../folded-text.ts';
import type { TransactionType } from '../../schemas.ts';
import { accountKey, accountsNamed, type NamedAccount, type NamedAccounts } from './account-names.ts';
import { findMention, withNamesQuoted } from './account-words.ts';
import { isOfNumber, isPart, takePayments } from './amount-words.ts';
import { type DateOrder, type FoundDate, isDotted, isImpossibleDate, readDate } from './read-date.ts';
import { type AmountReader, isAmount } from './read-number.ts';
import { type FoundAmount, isAmountOrNothing, isHardlyAmount, takeAmount } from './take-amount.ts';
import { type FoundTime, readTime } from './time-words.ts';
import { takeRoute } from './transfer-words.ts';
import { typeInWords } from './type-words.ts';
import { leftOf, take, textOf, type Word, wordsOf } from './words.ts';

interface NamedCategory {
  id: string;
  type: TransactionType;
  /** In all languages. */
  names: string[];
}

export interface LineReader extends AmountReader, NamedAccounts {
  order: DateOrder;
  categories: readonly NamedCategory[];
  /** The units of another currency, for the account that a transfer leaves. */
  unitsOf?: (account: NamedAccount) => Partial<AmountReader>;
}

/** The texts are as the form of a transaction takes them. */
export type ParsedLine = ReturnType<typeof parseLine>;

/**
 * Reads a transaction from one line, such as `45.90 coffee yesterday` or `+12,000 משכורת 1.11 #Salary`: an amount, a
 * date and a time in words or numbers, a category after `#`, an account after `@` or by all of its name, and the rest as
 * the description. Quoted text is description. The words may be in any order and in either language.
 */
export function parseLine(line: string, reader: LineReader) {
  const words = wordsOf(line);
  const routed = takeRoute(words, reader);
  const read = parseWords(routed, reader);
  return routed.isBare && read.description !== '' ? parseWords({ words }, reader) : read;
}

function parseWords({ route, words }: ReturnType<typeof takeRoute>, reader: LineReader) {
  const leaving = route?.from.account;
  const marks = leaving ? { ...reader, ...reader.unitsOf?.(leaving) } : reader;
  // A transfer has no category, no further account and no payments. Who has one account is asked for no payments, and
  // writes of them in the description.
  const { payments, words: split } = !route && reader.accounts.length > 0 ? takePayments(words) : { words };
  const { account: after, accountError, rest: others } = route ? { rest: split } : takeAccount(split, reader);
  const { category, unknownCategory, rest } = route ? { rest: others } : takeCategory(others, reader);
  const isNamed = route !== undefined || after !== undefined || accountError !== undefined;
  const moment = isNamed ? takeMoment(rest, marks) : takeMomentAndAccount(rest, marks, category);
  const { account = after, time, date, amount, words: read } = moment;
  const unusedWords = leftOf(read);
  // A word that may be the currency is the description if there is no other.
  const descriptionWords =
    unusedWords.length > 0
      ? unusedWords
      : (amount?.amountWords ?? []).filter(({ key }) => CURRENCY_HOMONYMS.has(key));
  const keys = read.map(({ key }) => key);
  return {
    /** Undefined if no sign, category or word implies a type. */
    type:
      amount?.type ??
      category?.type ??
      typeInWords(keys) ??
      (amount && isReceived(words, amount) ? 'income' : undefined),
    /** In the person's notation, without its sign; empty if there is none. */
    amount: amount?.text ?? '',
    /** Whether the amount is in another currency; if so, it is as typed. */
    isOtherCurrency: amount?.isOtherCurrency ?? false,
    isUnsure:
      amount !== undefined &&
      (amount.isUnsure ||
        mayBeElsewhere(amount, { date, time }) ||
        (route !== undefined && takePayments(words).payments !== undefined)),
    description: withoutVerb(textOf(descriptionWords)),
    date: date?.date ?? reader.today,
    /** Whether a word is written like a date that does not exist, such as `31/2`. */
    isImpossibleDate: keys.some(
      (_key, index) => !isOfParts(keys, index) && isImpossibleDate(keys, index, reader),
    ),
    time: time?.time,
    category,
    /** The name after `#`, if it matches no category or several. */
    unknownCategory,
    payments,
    account,
    /** Why the name after `@` is no account. */
    accountError,
    /** Both accounts of a transfer. */
    route,
  };
}

/** `got 100 gift from mom`, unlike `got pizza 60`. */
function isReceived(words: readonly Word[], amount: FoundAmount): boolean {
  const got = words.findIndex(({ key }) => key === 'got');
  const isOfAmount = got >= 0 && words[got + 1] === amount.amountWords[0];
  return isOfAmount && words.slice(got).some(({ key }) => key === 'from');
}

/** `paid for gas` is gas, and `got from mom` mom. */
const withoutVerb = (text: string) =>
  text.replace(
    /^(?:i )?(?:(?:paid|spent|bought)(?: (?:for|on))?|(?:got|received)(?: from)?|(?:הוצאתי|שילמתי|קיבלתי|קניתי)(?: (?:על|עבור|בשביל))?)(?: (?!paid\b|me\b|back\b|off\b|out\b|up\b)|$)/i,
    '',
  );

/** Whether a number taken for a day or an hour may be something else: `12 November 2`, `10 teas at 15`, `1/2 pizza 30`. */
function mayBeElsewhere({ text }: FoundAmount, { date, time }: Pick<Moment, 'date' | 'time'>): boolean {
  if (date?.mayBePart || (date?.isShared && Number(text) <= 31)) return true;
  const hour = time?.isVague ? Number(time.time.slice(0, 2)) : 0;
  return hour > 12 && Number(text) < hour;
}

interface Moment {
  account?: NamedAccount;
  time?: FoundTime | undefined;
  date?: FoundDate | undefined;
  amount: FoundAmount | undefined;
  words: Word[];
}

/**
 * Takes also the account that words name without `@`. Without a word that says so, a name is the description if there
 * is no other, or if a category or payee is known by it.
 */
function takeMomentAndAccount(
  words: Word[],
  reader: LineReader,
  category: NamedCategory | undefined,
): Moment {
  const all = takeMoment(words, reader);
  const type = all.amount?.type ?? category?.type ?? typeOf(words, reader);
  const mention = findMention(words, reader.accounts, type === 'income');
  if (!mention) return all;
  const { account, name, isMarked, start, length } = mention;
  const others = takeMoment(take(words, start, length), reader);
  const text = words.map(({ key }) => key).join(' ');
  const isDescribed = category !== undefined || textOf(leftOf(others.words)) !== '';
  const isMeant = isMarked || (isDescribed && !reader.isKnown?.(text, name));
  return isMeant && (others.amount || !all.amount) ? { ...others, account } : all;
}

/** As `readMoment`; the number of an account's name is the amount only if there is no other. */
function takeMoment(words: Word[], reader: LineReader): Moment {
  const moment = readMoment(withNamesQuoted(words, reader.accounts), reader);
  return moment.amount ? moment : readMoment(words, reader);
}

/**
 * Takes date, time and amount. A possible date or time is the amount if the line has no other: `May 20`, `2 teas at 8`.
 */
function readMoment(words: Word[], reader: LineReader): Moment {
  const timed = takeTime(words);
  const dated = takeDate(timed.words, reader);
  const amount = takeAmount(dated.words, reader);
  const moment = { ...dated, time: timed.time, amount, words: amount?.words ?? dated.words };
  if (dated.date?.mayBeAmount && !amount) {
    const amountInstead = takeAmount(timed.words, reader);
    return { time: timed.time, amount: amountInstead, words: amountInstead?.words ?? timed.words };
  }
  if (timed.time?.isVague && amount && isHardlyAmount(amount)) {
    const redated = takeDate(words, reader);
    const amountInstead = takeAmount(redated.words, reader);
    return { date: redated.date, amount: amountInstead, words: amountInstead?.words ?? redated.words };
  }
  return moment;
}

/** The longest name after `#`; if categories of both types have it, the one that fits the sign. */
function takeCategory(
  words: Word[],
  reader: LineReader,
): { category: NamedCategory | undefined; unknownCategory: string | undefined; rest: Word[] } {
  const choose = (name: string, isWhole: boolean, rest: Word[]) => {
    const named = namedSo(reader.categories, name, isWhole);
    return named.length > 1 ? named.filter(({ type }) => type === typeOf(rest, reader)) : named;
  };
  const { item, name, rest } = takeNamed(words, '#', choose);
  return { category: item, unknownCategory: item ? undefined : name, rest };
}

/** The account after `@`. */
function takeAccount(
  words: Word[],
  { accounts }: LineReader,
): { account?: NamedAccount | undefined; accountError?: AccountError | undefined; rest: Word[] } {
  if (accounts.length === 0) return { rest: words };
  const { item, name, count, rest } = takeNamed(words, '@', (sought, isWhole) =>
    accountsNamed(accounts, accountKey(sought), isWhole),
  );
  if (item || name === undefined) return { account: item, rest };
  return { accountError: count > 1 ? 'errors:accountAmbiguous' : 'errors:accountUnknown', rest };
}

type AccountError = 'errors:accountAmbiguous' | 'errors:accountUnknown';

/**
 * Takes the longest name after a mark that only one item has.
 * @param choose the items with a name; one of several words must be whole
 */
function takeNamed<Item>(
  words: Word[],
  mark: '#' | '@',
  choose: (name: string, isWhole: boolean, rest: Word[]) => Item[],
): { item?: Item | undefined; name: string | undefined; count: number; rest: Word[] } {
  const index = words.findIndex(({ key }) => key.startsWith(mark) && !/^.\d*$/.test(key));
  if (index < 0) return { name: undefined, count: 0, rest: words };
  let count = 0;
  for (let length = Math.min(6, words.length - index); length > 0; length -= 1) {
    const rest = take(words, index, length);
    const text = words.slice(index, index + length).map((word) => word.text);
    const found = choose(keyOf(text.join(' ').slice(1)), length > 1, rest);
    const [item] = found;
    if (item && found.length === 1) return { item, name: undefined, count: 1, rest };
    count = found.length;
  }
  return { name: words[index]?.text.slice(1), count, rest: take(words, index, 1) };
}

function typeOf(words: Word[], reader: LineReader): TransactionType {
  return takeAmount(words, reader)?.type ?? typeInWords(words.map(({ key }) => key)) ?? 'expense';
}

/** Those with the whole name; unless it must be whole, otherwise those whose name begins so. */
function namedSo<Item extends { names: string[] }>(
  items: readonly Item[],
  name: string,
  isWhole: boolean,
): Item[] {
  const matching = (fits: (key: string) => boolean) =>
    items.filter(({ names }) => names.some((text) => fits(keyOf(text))));
  const exact = matching((key) => key === name);
  return exact.length > 0 || isWhole ? exact : matching((key) => key.startsWith(name));
}

// `#eating_out` and `#eating out` name the same category.
function keyOf(name: string): string {
  return folded(name)
    .replace(/[\s_]+/g, ' ')
    .trim();
}

function takeTime(words: Word[]): { time?: FoundTime; words: Word[] } {
  const keys = words.map(({ key }) => key);
  for (const index of keys.keys()) {
    const time = readTime(keys, index);
    if (time) return { time, words: take(words, index, time.length) };
  }
  return { words };
}

/** Before a word it may be a part of something: `1/2 pizza 30`. */
const FRACTION = /^(?:1\/[234]|2\/3|3\/4)$/;

/** Takes a sure date, otherwise the first possible one. */
function takeDate(words: Word[], reader: LineReader): { date?: FoundDate; words: Word[] } {
  const keys = words.map(({ key }) => key);
  const dates = keys.flatMap((_key, at) => {
    const found = isOfParts(keys, at) ? null : readDate(keys, at, reader);
    if (!found || isOfNumber(keys[at + found.length] ?? '')) return [];
    const isHalf = FRACTION.test(keys[at] ?? '') && /^\p{L}/u.test(keys[at + 1] ?? '');
    // Within a month of today it may as well be the date.
    if (isHalf && found.date < plusDays(reader.today, -31)) return [];
    return [{ at, found: { ...found, ...(isHalf && { mayBePart: true as const }) } }];
  });
  const isSure = ({ at, found }: (typeof dates)[number]) =>
    !found.isVague && !(found.length === 1 && isDotted(keys[at] ?? ''));
  for (const { at, found } of [...dates.filter(isSure), ...dates]) {
    const end = at + found.length;
    const isAtEdge =
      isAmountOrNothing(words.slice(0, at), reader) || isAmountOrNothing(words.slice(end), reader);
    if (found.isVague && !isAtEdge) continue;
    // `1.11` is the amount if there is no other, and so is the first of two numbers that may be either.
    if (found.length === 1 && isDotted(keys[at] ?? '') && !isDateBeside(at, words, reader)) continue;
    return { date: found, words: take(words, at, found.length) };
  }
  return { words };
}

/** Whether the dotted number is a date: another word is the amount, and comes before it or cannot be a date. */
function isDateBeside(index: number, words: Word[], reader: LineReader): boolean {
  return words.some(({ key }, otherIndex) => {
    if (otherIndex === index || !isAmount(key, reader)) return false;
    return otherIndex < index || !isDotted(key) || !readDate([key], 0, reader);
  });
}

/** `payment 3/12` is the third of twelve, and no date. */
function isOfParts(words: readonly string[], index: number): boolean {
  return /^\d+\/\d+$/.test(words[index] ?? '') && isPart(words[index - 1] ?? '');
}
