import type { FieldError } from '../../error.ts';
import {
  accountKey,
  accountsNamed,
  isNamed,
  type NamedAccount,
  type NamedAccounts,
} from './account-names.ts';
import { typeInWords } from './type-words.ts';
import { take, type Word } from './words.ts';

/** One end of a transfer: an account, or why the words name none. */
export type Place = { account: NamedAccount; error?: never } | { account?: never; error: FieldError };

export interface Route {
  from: Place;
  to: Place;
  /** Whether it is of cash: which currency of two the amount has, is then unsaid. */
  isOfCash?: boolean;
}

const TRANSFER_WORD = /^(?:transfer(?:red)?|העברה|העברת|העבר|העברתי|להעביר)$/;

/**
 * Without that word, what else moves money: `withdraw 400` moves it into the only account of cash, `הפקדה 300 מזומן` out
 * of it, `move 200 to savings` and `save 200` from the bank, `pay visa 500` onto a card.
 */
const VERBS = {
  withdraw:
    /^(?:משיכ[הת]|משכתי|למשוך|withdraw(?:al|ing|n)?|withdrew|(?:take|taking|taken|took) out|(?:[בהמ]|מה)?כספומט|atm)$/,
  deposit: /^(?:הפקד[הת]|הפקדתי|להפקיד|deposit(?:ed|ing)?)$/,
  move: /^(?:moved?|moving|put|הזזתי|להזיז|שמתי)$/,
  save: /^(?:saved?|חסכתי|לחסוך)$/,
  pay: /^(?:pay|paid|שילמתי|לשלם|תשלום)$/,
  get: /^(?:got|get|received?|קיבלתי|קבלתי)$/,
} as const;

const CASH_WORD = /^(?:(?:[במל]-?)?ה?מזומן|[במל]?מזומנים|cash)$/;
const BEFORE_CASH = /^(?:in|from|to|into|as|מן|אל)$/;
const FEE_WORD =
  /^(?:[בהלמ]?עמל(?:[הת]|ות)|דמי|חיובי?|ריבית|commissions?|charges?|surcharges?|fees?|interest)$/;
const BACK = /^(?:\+.*\d.*|refund(?:ed)?|revers(?:ed|al)|cancell?ed|cancellation|החזר|זיכוי|ביטול)$/;

interface Mark {
  word: RegExp;
  /** What is written at the beginning of the name. */
  prefix: RegExp;
}

const FROM: Mark = { word: /^(?:from|מ-?|מן)$/, prefix: /^מ(?:ה|-)?(?=.{2}|\d)/ };
const TO: Mark = { word: /^(?:to|into|אל|ל-?|->|=>|→)$/, prefix: /^ל-?(?=.{2}|\d)/ };
/** Beside them, for what is put somewhere, and for what cash is withdrawn with. */
const PUT_IN: Mark = { word: /^(?:in|ב-?)$/, prefix: /^ב-?(?=.{2}|\d)/ };
const DRAWN_BY: Mark = { word: /^(?:by|with|via|using|on|in|ב-?)$/, prefix: PUT_IN.prefix };
// They begin like a name after one of the prefixes.
const NO_NAME = /^(?:לפני|מחר|מחרתיים|מאתמול)$/;

interface Span {
  start: number;
  end: number;
}

interface Found extends Span {
  place: Place;
  isKnown: boolean;
  /** Whether all of a name or kind is written. */
  isWhole: boolean;
  /** Whether a whole word marks the end, not only a prefix letter. */
  isMarked: boolean;
}

/**
 * Takes both accounts of a transfer: `transfer 500 from bank to cash`, `העברה 500 מעו״ש למזומן`. Words that name no
 * account as this does are a description: many payments are transfers to people. Without the verb, an own account must
 * get the money by all of its name, or cash be withdrawn or deposited.
 */
export function takeRoute(words: Word[], named: NamedAccounts): Routed {
  const verb = words.findIndex(({ key }) => TRANSFER_WORD.test(key));
  if (named.accounts.length === 0) return { words };
  if (verb < 0) return plainRoute(words, named) ?? { words };
  const after = verb + 1;
  const to = best(namesAfter(words, after, TO, named));
  if (!to) return halfRoute(words, named, { start: verb, end: after });
  const ofFrom = namesAfter(words, after, FROM, named).filter((from) => isApart(from, to));
  const beside = [...words.keys()]
    .filter((start) => start >= after && (start < to.start || words[start]?.key.startsWith('@')))
    .flatMap((start) => placeAt(words, start, { named, end: start < to.start ? to.start : words.length }))
    .filter((from) => isApart(from, to));
  const from =
    best(ofFrom.filter(({ isKnown, isMarked }) => isKnown || isMarked)) ??
    best(beside.filter(({ isKnown, end }) => isKnown || end === to.start)) ??
    best(ofFrom);
  const isMeant = to.isKnown
    ? from !== undefined || to.isWhole
    : from &&
      (from.isKnown
        ? from.isMarked || ofFrom.includes(from) || from.end === to.start
        : from.isMarked && to.isMarked);
  if (!isMeant) return { words };
  return routeOf(words, { start: verb, end: after }, from ?? otherThan(to.place.account, named), to);
}

/** Where only one account is named and nothing else is said: `transfer 500 savings`, `transfer 500 from savings`. */
function halfRoute(words: Word[], named: NamedAccounts, verb: Span): Routed {
  const isMeant = (found: Found) => found.place.account !== undefined && found.isWhole;
  const from = namesAfter(words, verb.end, FROM, named).find(isMeant);
  if (from) return { ...routeOf(words, verb, from, otherThan(from.place.account, named)), isBare: true };
  const [to] = [...words.keys()]
    .filter((start) => start >= verb.end)
    .flatMap((start) => placeAt(words, start, { named }).filter(isMeant));
  return to ? { ...routeOf(words, verb, otherThan(to.place.account, named), to), isBare: true } : { words };
}

interface Routed {
  route?: Route;
  /** Whether it is a transfer only where the line says nothing else. */
  isBare?: boolean;
  words: Word[];
}

/** A transfer without its verb. Fees are paid, and so is what has a category. */
function plainRoute(words: Word[], named: NamedAccounts): Routed | undefined {
  if (words.some(({ key }) => FEE_WORD.test(key) || /^#\D/.test(key))) return undefined;
  const verbs = Object.keys(VERBS) as (keyof typeof VERBS)[];
  const [verb] = verbs.flatMap((kind) => spanOf(words, kind) ?? []);
  return cashRoute(words, named, verb) ?? receivedRoute(words, named, verb) ?? ownRoute(words, named, verb);
}

interface Verb extends Span {
  kind: keyof typeof VERBS;
}

function spanOf(words: Word[], kind: Verb['kind']): Verb | undefined {
  const keyAt = (index: number) => words[index]?.key ?? '';
  for (const start of words.keys())
    for (const length of [2, 1]) {
      const text = length > 1 ? `${keyAt(start)} ${keyAt(start + 1)}` : keyAt(start);
      if (VERBS[kind].test(text)) return { kind, start, end: start + length };
    }
  return undefined;
}

/** Money that comes from an own account, by all of its name: `got 100 from savings`. */
function receivedRoute(words: Word[], named: NamedAccounts, verb: Verb | undefined): Routed | undefined {
  if (verb?.kind !== 'get') return undefined;
  const from = namesAfter(words, verb.end, FROM, named).find(
    (found) => found.isWhole && nameIn(words, found) !== undefined,
  );
  if (!from) return undefined;
  const to = namesAfter(words, verb.end, TO, named).find(({ isWhole }) => isWhole);
  return { ...routeOf(words, verb, from, to ?? otherThan(from.place.account, named)), isBare: true };
}

/** The name of an account, not only its kind, that words have. */
function nameIn(words: readonly Word[], { place }: Found): string | undefined {
  const text = words.map(({ key }) => key).join(' ');
  return place.account?.names.map(accountKey).find((name) => text.includes(name));
}

/** Money that an own account gets. Where only a kind says which, nothing else may be said. */
function ownRoute(words: Word[], named: NamedAccounts, verb: Verb | undefined): Routed | undefined {
  const keys = words.map(({ key }) => key);
  if (typeInWords(keys) === 'income' || keys.some((key) => BACK.test(key))) return undefined;
  const isPut = verb?.kind === 'move' || verb?.kind === 'deposit' || verb?.kind === 'save';
  const isWhole = (found: Found) => found.place.account !== undefined && found.isWhole;
  const said = [
    ...namesAfter(words, 0, TO, named),
    ...(isPut ? namesAfter(words, 0, PUT_IN, named) : []),
  ].find(isWhole);
  const to = said ?? (verb && unmarkedEnd(words, named, verb));
  if (!to) return undefined;
  const whole = [...words.keys()].flatMap((start) => placeAt(words, start, { named }));
  const left = namesAfter(words, 0, FROM, named).filter((found) => isApart(found, to));
  const from =
    [...left, ...whole].find(
      (found) => isWhole(found) && isApart(found, to) && found.place.account !== to.place.account,
    ) ?? left.find(({ isMarked }) => isMarked);
  const name = nameIn(words, to);
  // A bank gets fees.
  if (verb?.kind === 'pay' && name === undefined && to.place.account && isOfKind(to.place.account, 'bank'))
    return undefined;
  const isOwn = said && name !== undefined && !named.isKnown?.(keys.join(' '), name);
  const routed = routeOf(words, verb ?? { start: 0, end: 0 }, from ?? otherThan(to.place.account, named), to);
  return { ...routed, isBare: !isOwn };
}

/** The card of `pay visa 500`, or the only savings of `save 200`. */
function unmarkedEnd(words: Word[], named: NamedAccounts, { kind, end }: Verb): Found | undefined {
  if (kind === 'pay')
    return placeAt(words, end, { named }).find(
      ({ place, isWhole }) => isWhole && place.account && isOfKind(place.account, 'credit card'),
    );
  const savings = named.accounts.filter((account) => isOfKind(account, 'savings'));
  return kind === 'save' && savings.length > 0 ? only(savings) : undefined;
}

/**
 * Cash that is withdrawn or deposited. The other account is the one that is named, or the only other one, or the one of
 * a bank; what is unclear is asked for.
 */
function cashRoute(words: Word[], named: NamedAccounts, verb: Verb | undefined): Routed | undefined {
  const ofCash = accountsNamed(named.accounts, 'cash', true);
  const isDeposit = verb?.kind === 'deposit';
  if (!verb || !(isDeposit || verb.kind === 'withdraw') || ofCash.length === 0) return undefined;
  const [cashMarks, otherMarks] = isDeposit ? [[FROM], [TO, PUT_IN]] : [[TO], [FROM, DRAWN_BY]];
  const isOfCash = ({ place }: Found) => ofCash.some((account) => account === place.account);
  const whole = [...words.keys()]
    .flatMap((start) => placeAt(words, start, { named }))
    .filter(({ isWhole, start }) => isWhole || words[start]?.key.startsWith('@'));
  const afterAny = (marks: Mark[]) => marks.flatMap((mark) => namesAfter(words, 0, mark, named));
  const cash =
    [...afterAny(cashMarks), ...whole].find(isOfCash) ??
    words.flatMap(({ key }, start) => (CASH_WORD.test(key) ? only(ofCash, start, start + 1) : []))[0];
  const said = [...afterAny(otherMarks), ...whole].find((found) => found.place.account && !isOfCash(found));
  if (isDeposit && !cash && said) return undefined;
  const isBack = words.some(({ key }) => BACK.test(key));
  const other = isBack ? only([]) : (said ?? otherThan(cash?.place.account ?? ofCash[0], named, ofCash));
  const isLed = cash && BEFORE_CASH.test(words[cash.start - 1]?.key ?? '');
  const end = cash ? { ...cash, start: cash.start - Number(isLed) } : only(isDeposit ? [] : ofCash);
  const [from, to] = isDeposit ? [end, other] : [other, end];
  const { route, words: rest } = routeOf(words, verb, from, to);
  return { route: { ...route, isOfCash: true }, words: rest, isBare: !cash && !said };
}

/** The other end of what an account gets or loses: the only other account, or else that of a bank. */
function otherThan(
  account: NamedAccount | undefined,
  { accounts }: NamedAccounts,
  excluded: readonly NamedAccount[] = [],
): Found {
  if (!account) return only([]);
  const others = accounts.filter(
    (other) =>
      other !== account &&
      !excluded.includes(other) &&
      Boolean(other.isForeign) === Boolean(account.isForeign),
  );
  const banks = others.filter((other) => isOfKind(other, 'bank'));
  const usual = banks.filter(({ isUsual }) => isUsual);
  const [found = []] = [others.length === 1 ? others : [], usual, banks].filter((some) => some.length > 0);
  return only(found);
}

const isOfKind = ({ kinds }: NamedAccount, kind: string) =>
  kinds.some((text) => accountKey(text).startsWith(kind));

/** The account if there is one, for words that name it or for none. */
const only = ([account, ...others]: NamedAccount[], start = 0, end = 0): Found => ({
  place:
    account && others.length === 0 ? { account } : { error: { field: '', message: 'errors:transferFrom' } },
  isKnown: true,
  isWhole: true,
  isMarked: false,
  start,
  end,
});

function routeOf(words: Word[], verb: Span, from: Found, to: Found): Routed & { route: Route } {
  const taken = [verb, to, from];
  return {
    route: { from: at('from', from.place), to: at('to', to.place) },
    words: taken.reduce((rest, { start, end }) => take(rest, start, end - start), words),
  };
}

function at(side: 'from' | 'to', { account, error }: Place): Place {
  if (account) return { account };
  const isMissing = error.message === 'errors:transferFrom';
  const message = isMissing && side === 'to' ? 'errors:transferTo' : error.message;
  return { error: { ...error, message, field: `${side}AccountId` } };
}

const isApart = (one: Found, other: Found) => one.end <= other.start || other.end <= one.start;

const best = (found: readonly Found[]) =>
  found.find(({ place }) => place.account) ?? found.find(({ isKnown }) => isKnown) ?? found[0];

/** The names after one of the marks; those with a word of their own first. */
function namesAfter(words: Word[], after: number, { word, prefix }: Mark, named: NamedAccounts): Found[] {
  const found = [...words.entries()].slice(after).flatMap(([index, { key }]): Found[] => {
    if (word.test(key)) {
      const next = /^(?:the|my)$/.test(words[index + 1]?.key ?? '') ? index + 2 : index + 1;
      return placeAt(words, next, { named }).map((each) => ({ ...each, start: index, isMarked: true }));
    }
    if (NO_NAME.test(key)) return [];
    const lengths = new Set([prefix.exec(key)?.[0].length ?? 0, prefix.test(key) ? 1 : 0]);
    return [...lengths].filter(Boolean).flatMap((skipped) => placeAt(words, index, { named, skipped }));
  });
  return found.toSorted((one, other) => Number(other.isMarked) - Number(one.isMarked));
}

/** The longest name that begins at a word; at a number, all of a name of several words. */
function placeAt(
  words: Word[],
  start: number,
  { named, skipped = 0, end = words.length }: { named: NamedAccounts; skipped?: number; end?: number },
): Found[] {
  const [first] = words.slice(start, start + 1);
  if (!first || first.key === '' || start >= end) return [];
  const isNumber = !/\p{L}/u.test(first.key.slice(skipped));
  const found = (place: Place, length: number, isKnown = true, isWhole = false): Found[] => [
    { place, isKnown, isWhole, isMarked: false, start, end: start + length },
  ];
  for (let length = Math.min(6, end - start); length > 0; length -= 1) {
    const part = words.slice(start, start + length);
    if (part.some(({ key }) => key === '') || (isNumber && length === 1)) continue;
    const name = accountKey(
      part
        .map(({ key }) => key)
        .join(' ')
        .slice(skipped)
        .replace(/^@/, ''),
    );
    const [account, ...others] = accountsNamed(named.accounts, name, length > 1);
    if (account && others.length === 0) return found({ account }, length, true, isNamed(account, name));
    if (account) return found({ error: { field: '', message: 'errors:accountAmbiguous' } }, length);
    if (accountsNamed(named.archived ?? [], name, length > 1).length > 0)
      return found({ error: { field: '', message: 'errors:accountArchived' } }, length);
  }
  if (isNumber) return [];
  const name = first.text.slice(skipped).replace(/^@|[,;:]+$/g, '');
  return found({ error: { field: '', message: 'errors:transferUnknown', name } }, 1, false);
}
