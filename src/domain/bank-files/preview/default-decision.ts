import type { ImportedLineRow } from '../../../db/tables.ts';
import { isReplacing } from '../matching/line.ts';
import type { PlannedRow } from './planned.ts';

export type DefaultDecision = Pick<
  ImportedLineRow,
  'state' | 'decision' | 'matched_id' | 'other_account_id' | 'other_amount' | 'why' | 'why_values'
>;

export const NO_MATCH = {
  matched_id: null,
  other_account_id: null,
  other_amount: null,
  why: null,
  why_values: null,
};

/** New rows are imported by default; what may be there already is left out. */
export function defaultDecision({
  error,
  match,
  transfer,
  offered,
  content,
  outcome,
  isEnded = false,
}: PlannedRow): DefaultDecision {
  if (error) return { ...NO_MATCH, state: 'error', decision: 'leave_out', why: error };
  const matched = match && {
    matched_id: match.id,
    why: match.why,
    why_values: JSON.stringify({ count: match.apart }),
  };
  if (content.is_pending === 1)
    return { ...NO_MATCH, why: 'pending', ...matched, state: 'pending', decision: 'leave_out' };
  if (match && matched)
    return {
      ...NO_MATCH,
      ...matched,
      state: match.state,
      decision: isReplacing(match) ? 'merge' : 'leave_out',
    };
  if (outcome?.leave_out) return { ...NO_MATCH, state: 'new', decision: 'leave_out', why: 'rule' };
  if (!transfer) {
    const offer = offered && {
      other_account_id: offered.accountId,
      why: offered.why,
      why_values: JSON.stringify(offered.values),
    };
    const why = isEnded ? ('ended' as const) : null;
    return { ...NO_MATCH, why, ...offer, state: 'new', decision: 'import' };
  }
  const { decision, accountId, amount, sideId, why, values } = transfer;
  return {
    state: 'transfer',
    decision,
    matched_id: sideId,
    other_account_id: accountId,
    other_amount: amount,
    why,
    why_values: values && JSON.stringify(values),
  };
}

/** The reason of transfers that are left out until a person decides. */
export const ASKED = 'nearSide';

/**
 * 0 is imported first, 1 later: what a program sends is imported at once, except for rows that a person has to decide.
 */
export function firstStage(
  kind: string,
  { state, why }: Pick<ImportedLineRow, 'state' | 'why'>,
  isLocked = false,
): number {
  return Number(kind === 'api' && (isLocked || state === 'probable' || why === ASKED));
}
