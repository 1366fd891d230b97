import { folded } from '../../folded-text.ts';

export interface NamedAccount {
  id: string;
  /** In all languages. */
  names: string[];
  /** What its kind is called, in all languages: `@cash` means the only account of that kind, whatever its name. */
  kinds: string[];
  /** Whether it is in another currency than the person's: the name of a kind means it only where no other has that. */
  isForeign?: boolean;
  /** Whether it is the usual one of its kind, which the kind then means. */
  isUsual?: boolean;
}

export interface NamedAccounts {
  /** Those that can be chosen. Empty for people who have nothing to choose: `@home` is then description. */
  accounts: readonly NamedAccount[];
  /** They are named so that the reason is clear. */
  archived?: readonly NamedAccount[];
  /** Whether the name of an account, within a text, belongs to what is known of a category or payee. */
  isKnown?: ((text: string, name: string) => boolean) | undefined;
}

/** Whether an account is called so as a whole. */
export const isNamed = ({ names, kinds }: NamedAccount, name: string) =>
  [...names, ...kinds].some((text) => [name, withoutArticles(name)].includes(accountKey(text)));

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
    const usual = own.filter(({ isUsual }) => isUsual);
    return [usual, own, found].find((some) => some.length > 0) ?? [];
  };
  if (sought === '') return [];
  const waysOf = (key: string) => [
    () => matching((name) => name === key),
    ...(isWhole
      ? [() => ofKind((kind) => kind === key)]
      : [
          () => matching((name) => name.startsWith(key)),
          () => matching((name) => name.includes(` ${key}`)),
          () => ofKind((kind) => kind.startsWith(key)),
        ]),
  ];
  for (const way of [...waysOf(sought), ...waysOf(withoutArticles(sought))]) {
    const found = way();
    if (found.length > 0) return found;
  }
  return [];
}

/** `החשבון הראשי` is `חשבון ראשי`; a `ו` at the beginning may be written twice. */
export const withoutArticles = (name: string) =>
  name.replace(/(?<=^| )ה(?=[א-ת]{2})/g, '').replace(/^וו/, 'ו');

/** For comparisons: `עו״ש`, `עו"ש` and `עוש` are one name, and so are `my_bank` and `my bank`. */
export function accountKey(name: string): string {
  return folded(name)
    .replace(/["']/g, '')
    .replace(/[\s_]+/g, ' ')
    .trim();
}
