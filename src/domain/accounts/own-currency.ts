import type { Db } from '../../db/open.ts';
import type { Currency } from '../../i18n/currencies.ts';
import { requireUser } from './accounts.queries.ts';

/** The currency of a person for whom a job works. @throws DomainError NOT_FOUND */
export async function ownCurrency(db: Db, userId: string): Promise<Currency> {
  return (await requireUser(db, userId)).currency_preference as Currency;
}
