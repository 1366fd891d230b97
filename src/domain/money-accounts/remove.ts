import type { Writing } from '../context.ts';
import { DomainError, invalid, notFound } from '../error.ts';
import { inLedger } from '../ledger/ledger.ts';
import { requireOtherOpen } from './change.ts';
import { countTemplatesIn, deleteAccount, moveTemplatesTo } from './money-accounts.queries.ts';
import { accountsById, readAccount } from './read.ts';

/**
 * Deletes an account. Its transactions and recurring templates move to `moveTo` first, which may be archived.
 * @returns how many transactions moved
 * @throws DomainError NOT_FOUND, LAST_ACCOUNT (409), ACCOUNT_NOT_EMPTY (409) without `moveTo`, VALIDATION_ERROR for the
 * account itself
 */
export async function removeAccount(
  context: Writing,
  id: string,
  moveTo?: string,
): Promise<{ moved: number }> {
  const { viewer, now } = context;
  return inLedger(context, async (ledger, inside) => {
    const { tx } = ledger;
    const { row, count } = await readAccount(inside, id);
    await requireOtherOpen(tx, row);
    if (moveTo === id) throw invalid({ field: 'moveTo', message: 'errors:accountOther' });
    const target = moveTo && (await accountsById(inside)).get(moveTo);
    if (moveTo && !target) throw notFound([{ field: 'moveTo', message: 'errors:accountMissing' }]);
    const isUsed = count > 0 || (await countTemplatesIn(tx, viewer.id, id)) > 0;
    if (isUsed && !target)
      throw new DomainError('ACCOUNT_NOT_EMPTY', 409, {
        fields: [{ field: 'moveTo', message: 'errors:ACCOUNT_NOT_EMPTY' }],
      });
    if (target) {
      await ledger.moveAccount(id, target.id, now);
      await moveTemplatesTo(tx, viewer.id, { from: id, to: target.id, now });
    }
    await deleteAccount(tx, viewer.id, id);
    return { moved: count };
  });
}
