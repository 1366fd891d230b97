import type { Currency } from '../../i18n/currencies.ts';
import type { Reading } from '../context.ts';
import { readMoving } from '../recurring/templates/move-transfers.ts';
import { fromSnapshot } from '../snapshot.ts';
import { currencyOf } from './currencies/currency.ts';
import { findSidesBetween } from './money-accounts.queries.ts';
import { readAccount } from './read.ts';

/** What merging an account into another one will change; `removeAccount` does it. */
export interface Merge {
  /** How many transactions move, and how many transfers between the two are deleted. */
  moved: number;
  between: number;
  /** How many recurring transactions and transfers move, and how many transfers between the two are deleted. */
  series: number;
  seriesBetween: number;
  /** The currency of amounts that become what was fixed in the person's. */
  converted: Currency | null;
}

/** Reads that before a merge. @throws DomainError NOT_FOUND */
export function readMerge(context: Reading, id: string, moveTo: string): Promise<Merge> {
  const { viewer } = context;
  return fromSnapshot(context, async (inside) => {
    const { db } = inside;
    const { row, count } = await readAccount(inside, id);
    const { row: to } = await readAccount(inside, moveTo);
    const between = (await findSidesBetween(db, viewer.id, [id, moveTo])).length / 2;
    const { kept, ended } = await readMoving(inside, { from: id, to: moveTo });
    const isConverted = row.currency !== null && to.currency === null;
    return {
      moved: count - between,
      between,
      series: kept,
      seriesBetween: ended,
      converted: isConverted ? currencyOf(row, viewer) : null,
    };
  });
}
