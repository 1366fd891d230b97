import type { Locale } from '../../../i18n/locales.ts';
import { type Entry, presentTransaction } from '../present.ts';
import { presentTransfer } from './transfer.ts';

/** A transaction, or the transfer of which it is a side. */
export function presentEntry(entry: Entry, locale: Locale) {
  return entry.transfer ? presentTransfer(entry.transfer, locale) : presentTransaction(entry, locale);
}
