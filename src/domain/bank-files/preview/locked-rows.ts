import type { Writing } from '../../context.ts';
import { dayForChecks, lockedAmong, mayBeLocked } from '../../money-accounts/checks/lock.ts';
import { defaultDecision } from './default-decision.ts';
import type { PlannedRow } from './planned.ts';

/** Notes the rows that would come into a time that was checked against the bank. */
export async function noteLocked(context: Writing, rows: readonly PlannedRow[]): Promise<void> {
  if (!(await mayBeLocked(context))) return;
  const places = rows.flatMap((planned) => {
    const { decision, matched_id, other_account_id } = defaultDecision(planned);
    // A number changes no balance.
    if (decision === 'leave_out' || planned.match?.why === 'numbered') return [];
    const place = {
      id: '',
      date: dayForChecks(planned.content, planned.account),
      created_at: context.now.toISOString(),
      planned,
    };
    const own = { ...place, account_id: planned.account.id };
    const isNewSide = decision === 'transfer' && matched_id === null && other_account_id !== null;
    return isNewSide ? [own, { ...place, account_id: other_account_id }] : [own];
  });
  for (const { planned } of await lockedAmong(context, places)) planned.isLocked = true;
}
