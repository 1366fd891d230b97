import type { SignedIn } from '../context.ts';
import { DomainError, notFound } from '../error.ts';
import { hasUnfinished } from '../ledger/in-pieces.ts';
import { inLedger } from '../ledger/ledger.ts';
import { carryOutImport } from './carry-out.ts';
import { updateImport } from './imports.queries.ts';
import { readImport, requireEmpty } from './imports.ts';

/** Seconds after which a bulk change may be over. */
const RETRY_AFTER = 5;

/**
 * Begins an import, or its undo; one of the same file that goes on is left alone. From here to its end the account is
 * closed to everything else, because it is neither as it was nor as it will be.
 * @returns ends with the work, whether it was refused or not
 * @throws DomainError NOT_FOUND, CONFLICT (409) unless the account is empty, SERVICE_UNAVAILABLE (503) while another
 * import or a bulk change goes on
 */
export async function startImport(
  context: SignedIn,
  id: string,
  work: 'import' | 'undo',
): Promise<Promise<void>[]> {
  const { rootDb: db, viewer, now, log } = context;
  const key = { user_id: viewer.id, id };
  const hasBegun = await inLedger({ ...context, importId: id }, async (ledger, inside) => {
    const { state } = await readImport(inside, id);
    if (state === 'running') return false;
    if (state !== (work === 'import' ? 'checked' : 'done')) throw notFound();
    if (await hasUnfinished(ledger.tx, viewer.id))
      throw new DomainError('SERVICE_UNAVAILABLE', 503, { retryAfter: RETRY_AFTER });
    if (work === 'import') await requireEmpty(inside);
    await updateImport(ledger.tx, key, {
      work,
      refused: null,
      started_at: now.toISOString(),
      touched_at: now.toISOString(),
      address: context.client.address,
    });
    await ledger.closeToOthers(id);
    return true;
  });
  if (!hasBegun) return [];
  return [
    new Promise((resolve) => {
      context.defer((isStopping) => carryOutImport({ db, now, log }, key, isStopping).finally(resolve));
    }),
  ];
}
