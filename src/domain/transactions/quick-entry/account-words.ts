import { accountKey, type NamedAccount, withoutArticles } from './account-names.ts';
import type { Word } from './words.ts';

/** Words and prefix letters before what is paid with: `by visa`, `בויזה`, `מהמזומן`. */
const PAID_BY = {
  word: /^(?:by|from|in|on|via|with|[במ]-?|מן|על|דרך|[במ](?:כרטיס|חשבון))$/,
  prefix: /^[במ]-?/,
};
/** Those before where an income arrives. */
const PAID_INTO = { word: /^(?:to|into|אל|ל-?|ל(?:כרטיס|חשבון))$/, prefix: /^ל-?/ };

/** Beside these words a name says what is paid or moved: `visa fee`, `משיכת מזומן`. */
const PAID_FOR =
  /^(?:atm|back|bill|fees?|deposit(?:ed)?|payment|withdraw(?:al|n|ing)?|withdrew|of|for|and|to|into|של|אל|ל-?|עבור|דמי|עמל[הת]|חיובי?|תשלומי?|משיכ[הת]|משכתי|הפקד[הת]|הפקדתי|טעינת)$/;

interface Mention {
  account: NamedAccount;
  /** As it is written, for comparisons. */
  name: string;
  /** Whether a word or prefix letter says that it is paid with. */
  isMarked: boolean;
  /** With that word. */
  start: number;
  length: number;
}

/**
 * Finds the account that words name without `@`: all of its name, if no other account is named as clearly. The names of
 * marked ones come before others.
 */
export function findMention(
  words: readonly Word[],
  accounts: readonly NamedAccount[],
  isIncome: boolean,
): Mention | undefined {
  const mentions = words.flatMap((_word, start) => mentionAt(words, start, { accounts, isIncome }) ?? []);
  const marked = mentions.filter(({ isMarked }) => isMarked);
  const [first, ...others] = marked.length > 0 ? marked : mentions;
  return others.every(({ account }) => account === first?.account) ? first : undefined;
}

/** The words with the names of accounts that have a number, such as `401k`, as if they were in quotation marks. */
export function withNamesQuoted(words: readonly Word[], accounts: readonly NamedAccount[]): Word[] {
  const quoted = [...words];
  for (const start of words.keys())
    for (let length = Math.min(6, words.length - start); length > 0; length -= 1) {
      const part = words.slice(start, start + length);
      const name = part.map(({ key }) => key).join(' ');
      const isName = [name, name.replace(/^[במל]-?/, '')].some((text) => accountOf(accounts, text));
      if (!isName || !/\d/.test(name) || part.some(({ key }) => key === '')) continue;
      for (const index of part.keys()) quoted[start + index] = { ...words[start + index], key: '' } as Word;
    }
  return quoted;
}

/** The longest name that begins at a word. */
function mentionAt(
  words: readonly Word[],
  start: number,
  { accounts, isIncome }: { accounts: readonly NamedAccount[]; isIncome: boolean },
): Mention | undefined {
  const keyAt = (index: number) => words[index]?.key ?? '';
  const marks = isIncome ? [PAID_BY, PAID_INTO] : [PAID_BY];
  const first = /^(?:the|my)$/.test(keyAt(start - 1)) ? start - 1 : start;
  const isLed = marks.some(({ word }) => word.test(keyAt(first - 1)));
  for (let length = Math.min(6, words.length - start); length > 0; length -= 1) {
    const keys = words.slice(start, start + length).map(({ key }) => key);
    if (keys.includes('')) continue;
    const name = keys.join(' ');
    const account = accountOf(accounts, name);
    const end = start + length;
    if (account && isLed) return { account, name, isMarked: true, start: first - 1, length: end - first + 1 };
    if (account && !PAID_FOR.test(keyAt(first - 1)) && !PAID_FOR.test(keyAt(end)))
      return { account, name, isMarked: false, start: first, length: end - first };
    const prefixed = marks.map(({ prefix }) => accountOf(accounts, name.replace(prefix, ''))).find(Boolean);
    if (!account && prefixed) return { account: prefixed, name, isMarked: true, start, length };
  }
  return undefined;
}

/** The only account with that name, also after the Hebrew article; a `ו` at the beginning may be written twice. */
function accountOf(accounts: readonly NamedAccount[], text: string): NamedAccount | undefined {
  const written = spelled(text);
  const fits = (name: string) => name === written || name === withoutArticles(written);
  const [account, ...others] = accounts.filter(({ names }) => names.some((name) => fits(spelled(name))));
  return /\p{L}[\p{L}\d]|\d\p{L}/u.test(written) && others.length === 0 ? account : undefined;
}

const spelled = (name: string) => accountKey(name).replace(/^(ה?)וו/, '$1ו');
