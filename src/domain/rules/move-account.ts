import type { RuleRow } from '../../db/tables.ts';
import type { Owned } from '../ledger/removed.ts';
import { findRules, updateRule } from './rules.queries.ts';
import { stored } from './rules.ts';

type Parts = Pick<RuleRow, 'id' | 'conditions' | 'actions'>;

interface Move {
  from: string;
  to: string;
}

const isNaming = (row: RuleRow, account: string) => {
  const { conditions, actions } = stored(row);
  return (
    actions.account_to === account ||
    conditions.some(({ field, value }) => field === 'account' && value === account)
  );
};

/**
 * A rule with the account that took the money of another one. It stays with the other one, and so does nothing, where it
 * would move money from an account to itself.
 */
function moved(row: RuleRow, { from, to }: Move): RuleRow {
  const { conditions, actions } = stored(row);
  const next = {
    conditions: conditions.map((condition) =>
      condition.field === 'account' && condition.value === from ? { ...condition, value: to } : condition,
    ),
    actions: actions.account_to === from ? { ...actions, account_to: to } : actions,
  };
  const isCircular = next.conditions.some(
    ({ field, value }) => field === 'account' && value === next.actions.account_to,
  );
  if (isCircular) return row;
  return { ...row, conditions: JSON.stringify(next.conditions), actions: JSON.stringify(next.actions) };
}

/** The rules that name an account, for the undo of its removal. */
export async function rulesNaming({ tx, userId }: Owned, account: string): Promise<Parts[]> {
  return (await findRules(tx, userId))
    .filter((row) => isNaming(row, account))
    .map(({ id, conditions, actions }) => ({ id, conditions, actions }));
}

/** Lets rules follow the money of an account. Without a new version: what a person is changing stays theirs. */
export async function moveRules({ tx, userId }: Owned, move: Move): Promise<void> {
  for (const row of await findRules(tx, userId))
    if (isNaming(row, move.from)) await updateRule(tx, moved(row, move));
}

/** Gives rules that followed an account what they had before, except those that were changed since. */
export async function moveRulesBack(
  { tx, userId }: Owned,
  rules: readonly Parts[],
  move: Move,
): Promise<void> {
  const before = new Map(rules.map((rule) => [rule.id, rule]));
  for (const row of await findRules(tx, userId)) {
    const noted = before.get(row.id);
    if (!noted) continue;
    const earlier = { ...row, ...noted };
    const left = moved(earlier, move);
    if (left.conditions === row.conditions && left.actions === row.actions) await updateRule(tx, earlier);
  }
}
