import type { Reading } from '../../context.ts';
import { accountsById, isOpen } from '../../money-accounts/read.ts';
import { ACCOUNT_NUMBER_MAX } from '../../money-accounts/schema.ts';

const ENDS_WITH_NUMBER = /\d{4}\W*$/;

/**
 * The only open account of a person, if it has no number yet, and the only number that a program names and no account
 * has: whoever has one account need not write its number down first. Null where there is more than one of either.
 * @param said as programs name accounts
 * @param known those of them that were found
 */
export async function onlyAccount(
  context: Reading,
  said: readonly string[],
  known: ReadonlyMap<string, string>,
): Promise<{ account: string; number: string } | null> {
  const [number, ...others] = new Set(said.filter((name) => !known.has(name)));
  const open = [...(await accountsById(context)).values()].filter(isOpen);
  const [account, another] = open;
  if (number === undefined || others.length > 0 || !ENDS_WITH_NUMBER.test(number)) return null;
  if (number.length > ACCOUNT_NUMBER_MAX || account?.number !== null || another) return null;
  return { account: account.id, number };
}
