import type { FileRow } from '../bank-file.ts';

const MAY_BE_PAYMENT = /תש|מתוך|payment|instal/i;

/** Which payment it is, of how many; the last writing has them in reverse. */
const INSTALLMENTS = [
  /(?:תשלום|תשלומים|תש['׳.]|payment|installment|instalment)\s*:?\s*(?:מס(?:פר|['׳.])?\s+)?(?<n>\d{1,3})\s*(?:מתוך|מ ?-?|of|\/)\s*(?<of>\d{1,3})(?![\d/.])/i,
  /(?<!\d)(?<n>\d{1,3})\s+מתוך\s+(?<of>\d{1,3})(?!\d)/,
  /(?<!\d)(?<n>\d{1,3})\s*(?:מ ?-?|\/)\s*(?<of>\d{1,3}) תשלומים/,
  /(?<!\d)(?<of>\d{1,3}) תשלומים\D{0,4}תשלום (?<n>\d{1,3})(?!\d)/,
];

/** The payment that a text names, of how many. */
export function installmentIn(text: string): FileRow['installment'] {
  if (!MAY_BE_PAYMENT.test(text)) return undefined;
  for (const writing of INSTALLMENTS) {
    const { n, of } = writing.exec(text)?.groups ?? {};
    // A day is no payment.
    if (n && of && Number(n) > 0 && Number(n) <= Number(of)) return { n: Number(n), of: Number(of) };
  }
  return undefined;
}
