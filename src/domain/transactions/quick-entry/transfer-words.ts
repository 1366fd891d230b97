import type { FieldError } from '../../error.ts';
import { folded } from '../../folded-text.ts';
import { take, type Word } from './words.ts';

export interface NamedAccount {
  id: string;
  /** In all languages. */
  names: string[];
  /** What its kind is called, in all languages: `@cash` means the only account of that kind, whatever its name. */
  kinds: string[];
  /** Whether it is in another currency than the person's: the name of a kind means it only where no other has that. */
  isForeign?: boolean;
}

export interface NamedAccounts {
  /** Those that can be chosen. Empty for people who have nothing to choose: `@home` is then description. */
  accounts: readonly NamedAccount[];
  /** They are named so that the reason is clear. */
  archived?: readonly NamedAccount[];
}

/** One end of a transfer: an account, or why the words name none. */
export type Place = { account: NamedAccount; error?: never } | { account?: never; error: FieldError };

export interface Route {
  from: Place;
  to: Place;
}

const TRANSFER_WORD = /^(?:transfer(?:red)?|העברה|העברת|העבר|העברתי|להעביר)$/;

/** `משיכת מזומן 400` and `cash withdrawal 400` move money into the only account of cash. */
const WITHDRAWAL_WORD = /^(?:משיכ[הת]|משכתי|withdraw(?:al|n)?|withdrew)$/;
const CASH_WORD = /^(?:ה?מזומן|מזומנים|cash)$/;
const FEE_WORD = /^(?:עמל[הת]|דמי|fees?)$/;

interface Mark {
  word: RegExp;
  /** What is written at the beginning of the name. */
  prefix: RegExp;
}

const FROM: Mark = { word: /^(?:from|מ-?|מן)$/, prefix: /^מ(?:ה|-)?(?=.{2}|\d)/ };
const TO: Mark = { word: /^(?:to|into|אל|ל-?|->|=>|→)$/, prefix: /^ל-?(?=.{2}|\d)/ };
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
 * account as this does are a description: many payments are transfers to people. Without the verb, both must be named
 * whole, or cash be withdrawn.
 */
export function takeRoute(words: Word[], named: NamedAccounts): Routed {
  const verb = words.findIndex(({ key }) => TRANSFER_WORD.test(key));
  if (named.accounts.length === 0) return { words };
  const withdrawal = verb < 0 ? withdrawalIn(words, named) : undefined;
  if (withdrawal) return withdrawal;
  const after = verb + 1;
  const to = best(marked(words, after, TO, named));
  if (!to) return { words };
  const ofFrom = marked(words, after, FROM, named).filter((from) => isApart(from, to));
  if (verb < 0) return wholeRoute(words, best(ofFrom), to);
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
  return routeOf(words, { start: verb, end: after }, from, to);
}

interface Routed {
  route?: Route;
  /** Whether nothing but both names says that it is a transfer. */
  isVerbless?: boolean;
  words: Word[];
}

function wholeRoute(words: Word[], from: Found | undefined, to: Found): Routed {
  const isMeant = [from, to].every((end) => end?.place.account && end.isWhole);
  return isMeant ? { ...routeOf(words, { start: 0, end: 0 }, from, to), isVerbless: true } : { words };
}

/** It leaves the account that is named, or the only other one, or the only one of a bank; otherwise that is asked for. */
function withdrawalIn(words: Word[], named: NamedAccounts): Routed | undefined {
  const verb = words.findIndex(({ key }) => WITHDRAWAL_WORD.test(key));
  const start = [verb + 1, verb - 1].find((index) => CASH_WORD.test(words[index]?.key ?? ''));
  const [cash, ...more] = accountsNamed(named.accounts, 'cash', true);
  if (verb < 0 || start === undefined || !cash || more.length > 0) return undefined;
  if (words.some(({ key }) => FEE_WORD.test(key))) return undefined;
  const whole = { isKnown: true, isWhole: true, isMarked: false };
  const to = { ...whole, place: { account: cash }, start, end: start + 1 };
  const said = marked(words, 0, FROM, named).find(({ place }) => place.account && place.account !== cash);
  const others = named.accounts.filter((account) => account !== cash);
  const [payer, ...payers] = others.length === 1 ? others : accountsNamed(others, 'bank', false);
  const only =
    payer && payers.length === 0 ? { ...whole, place: { account: payer }, start: 0, end: 0 } : undefined;
  return routeOf(words, { start: verb, end: verb + 1 }, said ?? only, to);
}

function routeOf(words: Word[], verb: Span, from: Found | undefined, to: Found): Routed {
  const missing: Place = { error: { field: 'fromAccountId', message: 'errors:transferFrom' } };
  const taken = [verb, to, ...(from ? [from] : [])];
  return {
    route: { from: at('fromAccountId', from?.place ?? missing), to: at('toAccountId', to.place) },
    words: taken.reduce((rest, { start, end }) => take(rest, start, end - start), words),
  };
}

const at = (field: string, place: Place): Place =>
  place.error ? { error: { ...place.error, field } } : place;

const isApart = (one: Found, other: Found) => one.end <= other.start || other.end <= one.start;

const best = (found: readonly Found[]) =>
  found.find(({ place }) => place.account) ?? found.find(({ isKnown }) => isKnown) ?? found[0];

/** The names after one of the marks; those with a word of their own first. */
function marked(words: Word[], after: number, { word, prefix }: Mark, named: NamedAccounts): Found[] {
  const found = [...words.entries()].slice(after).flatMap(([index, { key }]): Found[] => {
    if (word.test(key))
      return placeAt(words, index + 1, { named }).map((each) => ({ ...each, start: index, isMarked: true }));
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

const isNamed = ({ names, kinds }: NamedAccount, name: string) =>
  [...names, ...kinds].some((text) => accountKey(text) === name);

/** Accounts by their name, the beginning of it or of a word of it, or their kind; one of several words must be whole. */
export function accountsNamed(
  accounts: readonly NamedAccount[],
  sought: string,
  isWhole: boolean,
): NamedAccount[] {
  const matching = (fits: (name: string) => boolean) =>
    accounts.filter(({ names }) => names.some((text) => fits(accountKey(text))));
  const ofKind = (fits: (kind: string) => boolean) => {
    const found = accounts.filter(({ kinds }) => kinds.some((text) => fits(accountKey(text))));
    const own = found.filter(({ isForeign }) => !isForeign);
    return own.length > 0 ? own : found;
  };
  if (sought === '') return [];
  const ways = [
    () => matching((name) => name === sought),
    ...(isWhole
      ? [() => ofKind((kind) => kind === sought)]
      : [
          () => matching((name) => name.startsWith(sought)),
          () => matching((name) => name.includes(` ${sought}`)),
          () => ofKind((kind) => kind.startsWith(sought)),
        ]),
  ];
  for (const way of ways) {
    const found = way();
    if (found.length > 0) return found;
  }
  return [];
}

/** For comparisons: `עו״ש`, `עו"ש` and `עוש` are one name, and so are `my_bank` and `my bank`. */
export function accountKey(name: string): string {
  return folded(name)
    .replace(/["']/g, '')
    .replace(/[\s_]+/g, ' ')
    .trim();
}
