import type { Reading } from '../context.ts';
import { accountsById } from '../money-accounts/read.ts';
import { readMany } from '../snapshot.ts';
import { findRare } from '../transactions/list/list.queries.ts';
import { readFilter } from '../transactions/list/list.ts';
import type { RareField } from './fields.ts';
import { type ExportInput, exportedTransfers } from './schema.ts';

/** The rare columns that some transaction of an export has. */
export function rareFieldsOf(context: Reading, input: ExportInput): Promise<ReadonlySet<RareField>> {
  return readMany(context, async (inside) => {
    const accounts = [...(await accountsById(inside)).values()];
    const cards = accounts.filter(({ kind }) => kind === 'credit_card').map(({ id }) => id);
    const filter = { ...(await readFilter(inside, input)), transfers: exportedTransfers(input) };
    const { foreign, original, payments, price, charge } = await findRare(
      inside.db,
      inside.viewer.id,
      filter,
      cards,
    );
    // The other side of a transfer is no row of its own.
    const others = new Set(
      filter.transfers === 'once' ? accounts.flatMap(({ currency }) => currency ?? []) : [],
    );
    return new Set<RareField>([
      ...(charge ? (['charge_date'] as const) : []),
      ...(payments ? (['installment', 'installments'] as const) : []),
      ...(price ? (['installments_amount'] as const) : []),
      ...(foreign || others.size > 0 ? (['account_amount', 'account_currency'] as const) : []),
      ...(original ? (['original_amount', 'original_currency'] as const) : []),
      // Between two other currencies, what left takes the columns of the account.
      ...(others.size > 1 ? (['amount_to', 'currency_to'] as const) : []),
    ]);
  });
}
