import { setTimeout as wait } from 'node:timers/promises';
import type { AstroGlobal } from 'astro';
import { carryOn } from '../../domain/bulk-changes.ts';
import type { SignedIn } from '../../domain/context.ts';
import { DomainError } from '../../domain/error.ts';
import {
  type BulkChange,
  type Outcome,
  readBulkChange,
  type Started,
} from '../../domain/ledger/in-pieces.ts';
import type { Restored } from '../../domain/transactions/remove.ts';
import type { Translate } from '../../i18n/translate.ts';

/** How long an answer waits for a change; after that the person sees its progress instead. Milliseconds. */
const ANSWER_WITHIN = 1500;

/**
 * The outcome of a change, or the page that shows its progress and leads back to `back`. A long change goes on after
 * the answer.
 * @throws DomainError when its first step is refused
 */
export async function outcomeOrProgress(
  context: SignedIn,
  started: Started,
  back: string,
): Promise<Outcome | { to: string }> {
  if (!('id' in started)) return started;
  const { id } = started;
  const outcome = await Promise.race([
    carryOnAfterwards(context, await readBulkChange(context, id)),
    wait(ANSWER_WITHIN, null, { ref: false }),
  ]);
  return outcome ?? { to: `/transactions/bulk/${id}?${new URLSearchParams({ return: back })}` };
}

function carryOnAfterwards(context: SignedIn, change: BulkChange): Promise<Outcome | null> {
  return new Promise((resolve, reject) => {
    context.defer(async (isStopping) => {
      try {
        resolve(await carryOn(context, change, isStopping));
      } catch (error) {
        reject(error);
        if (!(error instanceof DomainError)) throw error;
      }
    });
  });
}

/** Sets the message about a finished change for the next page; `others` is what else a restored deletion brought back. */
export function addOutcome(
  page: Pick<AstroGlobal, 'locals'>,
  change: Outcome & Pick<BulkChange, 'kind'> & { undoId?: string | null; others?: Others },
): void {
  const { locals } = page;
  if (change.kind !== 'restore') addChanged(page, change.kind, change);
  else locals.setFlash('success', restoredMessage(change, change.others, locals.t));
}

type Others = Omit<Restored, 'restored' | 'failed'>;

const NO_OTHERS: Others = { templates: 0, categories: 0, renamed: [], moved: 0 };

function restoredMessage({ done, failed }: Outcome, others = NO_OTHERS, t: Translate): string {
  if (others.categories > 0) return categoriesMessage(others, t);
  const back = others.templates > 0 ? 'recurring:manager.restored' : 'list:restored';
  const parts = [t(back, { count: done })];
  if (failed > 0) parts.push(t('list:restoreFailed', { count: failed }));
  return parts.join(' ');
}

function categoriesMessage({ categories, moved, renamed }: Others, t: Translate): string {
  const parts = [t('manager:undone', { count: categories })];
  if (moved > 0) parts.push(t('manager:moved', { count: moved }));
  for (const name of renamed) parts.push(t('manager:undoneRenamed', { name }));
  return parts.join(' ');
}

function addChanged(
  { locals }: Pick<AstroGlobal, 'locals'>,
  operation: 'delete' | 'update',
  { done, failed, undoId }: Outcome & { undoId?: string | null },
): void {
  const { t } = locals;
  const missed = failed > 0 ? t(`transactions:bulk.${operation}Failed`, { count: failed }) : '';
  if (done === 0) {
    locals.setFlash('error', operation === 'delete' ? t('transactions:bulkDeleteFailed') : missed);
    return;
  }
  const well =
    operation === 'delete' && !missed
      ? 'transactions:bulkDeleteSuccess'
      : (`transactions:bulk.${operation}Success` as const);
  locals.setFlash(missed ? 'info' : 'success', [t(well, { count: done }), missed].filter(Boolean).join(' '), {
    undoId: undoId ?? undefined,
  });
}
