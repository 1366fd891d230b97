import { domainToASCII } from 'node:url';

/**
 * An e-mail address in the one form in which it is stored and compared: trimmed, in lower case, by NFKC, and its domain as
 * the name service knows it: `user@adv。test` is `user@adv.test`. A domain that cannot exist is left out.
 */
export function normalAddress(typed: string): string {
  const address = typed.trim().normalize('NFKC').toLowerCase();
  const domain = address.lastIndexOf('@') + 1;
  return domain === 0 ? address : address.slice(0, domain) + domainToASCII(address.slice(domain));
}
