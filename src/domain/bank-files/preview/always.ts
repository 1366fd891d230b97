import type { ImportedLineRow } from '../../../db/tables.ts';
import { inTransaction } from '../../../db/transact.ts';
import { payeeName } from '../../analytics/payee-key.ts';
import type { Writing } from '../../context.ts';
import { rulesFor, testOf } from '../../rules/match.ts';
import { activeRules } from '../../rules/outcomes.ts';
import { createRule, readRule, readRules, removeRule } from '../../rules/rules.ts';
import { findLocked } from '../imports.queries.ts';
import { endOfLines, findLinesBetween, updateLines } from '../lines.queries.ts';
import { applyToWaiting } from './apply-rule.ts';
import { contentOf } from './lines.ts';
import { NO_HINTS } from './plan.ts';
import { categoriesFor } from './row-categories.ts';

const READ_AT_ONCE = 5000;

/**
 * Makes a rule that gives what is like a line its category, unless a rule does so already, and applies it to the open
 * import.
 * @returns the id of the rule, and how many lines it changed
 * @throws DomainError as `createRule` does
 */
export async function applyAlways(
  context: Writing,
  importId: string,
  line: ImportedLineRow,
): Promise<{ rule: string; count: number }> {
  const facts = { ...line, type: line.type as 'expense', account_id: line.account_id ?? '' };
  const active = (await readRules(context)).filter(({ is_active }) => is_active);
  const known = active.find(
    (rule) =>
      rulesFor([rule], () => true)(facts)?.category_id === line.category_id && line.category_id !== null,
  );
  if (known) return { rule: known.id, count: 0 };
  const rule = await createRule(context, {
    conditions: [
      { field: 'text', operator: 'contains', value: payeeName(line.merchant_name ?? line.description) },
    ],
    actions: {
      category_id: line.category_id,
      merchant_name: null,
      notes: null,
      account_to: null,
      leave_out: false,
    },
  });
  return { rule: rule.id, count: await applyToWaiting(context, importId, rule) };
}

/**
 * Removes such a rule, and gives the lines of the open import that have their category from it the one that they would
 * have without it.
 * @throws DomainError NOT_FOUND
 */
export async function withdrawAlways(context: Writing, importId: string, ruleId: string): Promise<void> {
  const { db, viewer } = context;
  const { conditions, actions } = await readRule(context, ruleId);
  await removeRule(context, ruleId);
  const meets = testOf(conditions);
  const categoryOf = await categoriesFor(context);
  const outcomeOf = await activeRules(context);
  await inTransaction(db, async (tx) => {
    const row = await findLocked(tx, { user_id: viewer.id, id: importId });
    if (row?.status !== 'preview') return;
    const end = await endOfLines(tx, viewer.id, importId);
    for (let from = 0; from < end; from += READ_AT_ONCE) {
      const lines = await findLinesBetween(tx, viewer.id, importId, from, from + READ_AT_ONCE);
      const after = lines.flatMap((line) => {
        const facts = {
          ...line,
          type: line.type as 'expense',
          account_id: line.account_id ?? row.account_id ?? '',
        };
        const isOfRule = line.category_source === 'rule' && line.category_id === actions.category_id;
        if (line.stage < row.stage || !isOfRule || !meets(facts)) return [];
        const category = categoryOf({
          ...{ hints: NO_HINTS, content: contentOf(line), match: null, transfer: null, error: null },
          outcome: outcomeOf?.(facts) ?? null,
        });
        return [{ ...line, ...category }];
      });
      await updateLines(tx, after);
    }
  });
}
