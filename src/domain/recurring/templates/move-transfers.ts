import type { Reading } from '../../context.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { Deletion } from '../../ledger/removed.ts';
import { trashTemplate } from '../../ledger/trash.queries.ts';
import {
  type CurrentAccounts,
  currentAfterMerge,
  inCurrentAccounts,
} from '../../money-accounts/moved-accounts.ts';
import { accountsById } from '../../money-accounts/read.ts';
import { nextVersion } from '../../version.ts';
import { withProgress } from '../generation/generate.ts';
import { deleteOccurrences } from '../generation/write-occurrences.ts';
import { findOccurrences, findSkippedDates } from '../occurrences/occurrences.queries.ts';
import { localToday } from '../schedule/status.ts';
import { type Content, isMoving, type Template } from './phases.ts';
import {
  deleteTemplate,
  findTemplate,
  findTemplates,
  findTransfersWith,
  saveTemplate,
} from './templates.queries.ts';

/**
 * Recurring transfers from or to an account become those of another one. What would move money from an account to
 * itself is deleted with its upcoming occurrences. All of it is in the trash as it was.
 */
export async function moveTransfers(
  ledger: Ledger,
  { from, to, now, deletion }: { from: string; to: string; now: Date; deletion: Deletion },
): Promise<void> {
  const { tx, userId } = ledger;
  const rows = await accountsById({ db: tx, viewer: { id: userId } });
  const current = currentAfterMerge(rows, from, to);
  for (const id of await findTransfersWith(tx, userId, from)) {
    const before = await findTemplate(tx, userId, id);
    if (!before) continue;
    const after = localToday(before, now);
    await trashTemplate(
      ledger,
      { template: before, skipped: await findSkippedDates(tx, userId, id) },
      deletion,
    );
    const moved = transferInCurrentAccounts(before, current, after);
    if (moved) {
      const changed = { ...moved, updated_at: nextVersion(before, now) };
      await saveTemplate(tx, withProgress(changed, before.generated_until));
      continue;
    }
    const upcoming = await findOccurrences(tx, userId, { templateId: id, after });
    await deleteOccurrences(ledger, upcoming, deletion);
    await deleteTemplate(tx, userId, id);
  }
}

/** How many recurring transactions and transfers a merge moves, and how many it ends. */
export async function readMoving(
  { db, viewer, now }: Reading,
  { from, to }: { from: string; to: string },
): Promise<{ kept: number; ended: number }> {
  const current = currentAfterMerge(await accountsById({ db, viewer }), from, to);
  const templates = (await findTemplates(db, viewer.id)).filter(({ earlier, ...own }) =>
    [own, ...earlier].some(({ account_id, account_to }) => [account_id, account_to].includes(from)),
  );
  const kept = templates.filter(
    (template) =>
      !isMoving(template) || transferInCurrentAccounts(template, current, localToday(template, now)),
  );
  return { kept: kept.length, ended: templates.length - kept.length };
}

/** Null for what would move money from an account to itself after a day. */
export function transferInCurrentAccounts(
  template: Template,
  current: CurrentAccounts,
  after: string,
): Template | null {
  const isCircular = ({ account_id, account_to }: Content) => account_id === account_to;
  const own = inCurrentAccounts(template, current);
  const phases = template.earlier.map((phase) => inCurrentAccounts(phase, current));
  if ([own, ...phases.filter(({ until }) => until > after)].some(isCircular)) return null;
  // What is past has no occurrences any more where it would be circular.
  const { account_id, account_to, amount_to, account_amount } = own;
  const earlier = phases.map((phase) =>
    isCircular(phase) ? { ...phase, account_id, account_to, amount_to, account_amount } : phase,
  );
  return { ...own, earlier };
}
