import { domainToASCII } from 'node:url';

import type { UserRow } from '../../db/tables.ts';
import { folded, KEY_MOST } from '../folded-text.ts';
import { orderKey } from '../text-order.ts';

/** Characters of each name's order key: both names must fit one index entry. */
const ORDER_LENGTH = 200;

type Names = Pick<UserRow, 'email' | 'first_name' | 'last_name'>;

type Keys = Pick<UserRow, 'email_key' | 'first_key' | 'last_key' | 'first_order' | 'last_order'>;

export function personKeys(names: Names): Keys;
export function personKeys(names: Partial<Names>): Partial<Keys>;
export function personKeys({ email, first_name, last_name }: Partial<Names>): Partial<Keys> {
  const key = (text: string) => folded(text).slice(0, KEY_MOST);
  const order = (name: string) => [...orderKey(name)].slice(0, ORDER_LENGTH).join('');
  return {
    ...(email !== undefined && { email_key: key(email) }),
    ...(first_name !== undefined && { first_key: key(first_name), first_order: order(first_name) }),
    ...(last_name !== undefined && { last_key: key(last_name), last_order: order(last_name) }),
  };
}

/** Folds a search text like those columns; normalises it if it is an address. */
export function foldedSearch(text: string): string {
  const address = normalAddress(text);
  return folded(address.includes('@') && !address.endsWith('@') ? address : text);
}

/**
 * The form in which addresses are stored and compared: trimmed, in lower case, NFKC, its domain in ASCII:
 * `user@adv。test` is `user@adv.test`. A domain that cannot exist is left out.
 */
export function normalAddress(typed: string): string {
  const address = typed.trim().normalize('NFKC').toLowerCase();
  const domain = address.lastIndexOf('@') + 1;
  return domain === 0 ? address : address.slice(0, domain) + domainToASCII(address.slice(domain));
}
