import { plusDays, todayOf } from '../calendar.ts';
import type { Reading, Writing } from '../context.ts';
import { invalid } from '../error.ts';
import { inLedger, newDeletion } from '../ledger/ledger.ts';
import { isReserved } from '../ledger/reserved-categories.ts';
import { batchesOf, run } from '../long-work/long-work.ts';
import { scan } from '../snapshot.ts';
import { planUpdate } from '../transactions/bulk/change.ts';
import type { Entry } from '../transactions/present.ts';
import { withParts } from '../transactions/read.ts';
import { filled, type Rule, type RuleOutcome, testOf } from './match.ts';
import { prepareRules } from './outcomes.ts';
import { countApplied, findMatchable, findShown } from './rules.queries.ts';
import { readRule, requireValid } from './rules.ts';
import type { RuleInput } from './schema.ts';

/** How far back a rule is tried before it is saved. */
const TRIED_DAYS = 365;

const SHOWN = 50;

/**
 * The transactions of the last year that meet a rule's conditions, newest first.
 * @returns the first of them, how many there are, and how many of them the rule would change
 * @throws DomainError as `requireValid` does
 */
export async function tryRule(
  context: Reading,
  rule: RuleInput,
): Promise<{ matches: Entry[]; total: number; changing: number }> {
  await requireValid(context, rule);
  const today = todayOf(context);
  const outcomeOf = await prepareRules(context, [{ ...rule, id: '' }]);
  return scan(context, async (inside) => {
    const { db, viewer } = inside;
    const test = testOf(rule.conditions);
    const rows = await findMatchable(db, viewer.id, { from: plusDays(today, -TRIED_DAYS), to: today });
    const met = rows.filter((row) => !isReserved(row.category_id) && test(row));
    const changing = met.filter((row) => {
      const outcome = outcomeOf(row);
      return outcome !== null && isChanged(row, outcome);
    }).length;
    const first = met.slice(0, SHOWN).map(({ id }) => id);
    const shown = await findShown(db, viewer.id, first);
    return { matches: await withParts(inside, shown), total: met.length, changing };
  });
}

/**
 * Runs a rule over what is recorded: it fills categories, payees and notes that are empty, and renames payees that it
 * names. What would become a transfer or be left out of an import stays as it is.
 * @param from the first day; without it, everything
 * @returns how many were changed, and the id to undo that by, if any were
 * @throws DomainError NOT_FOUND, VALIDATION_ERROR for a rule that only acts on imports
 */
export async function applyRule(context: Writing, id: string, { from }: { from?: string | undefined } = {}) {
  const rule = await readRule(context, id);
  const { category_id, merchant_name, notes } = rule.actions;
  if (!category_id && !merchant_name && !notes)
    throw invalid({ field: 'actions', message: 'errors:ruleOfImports' });
  return applyToPast(context, [rule], from);
}

export async function applyToPast(context: Writing, rules: readonly Rule[], from?: string | undefined) {
  const outcomeOf = await prepareRules(context, rules);
  const changed = await scan(context, async ({ db, viewer }) => {
    const rows = await findMatchable(db, viewer.id, { from, to: todayOf(context) });
    return rows.flatMap((row) => {
      const outcome = isReserved(row.category_id) ? null : outcomeOf(row);
      return outcome && isChanged(row, outcome) ? [{ id: row.id, outcome }] : [];
    });
  });
  const deletion = newDeletion(context.now);
  const counts = new Map<string, number>();
  let updated = 0;
  // Rows of one outcome are changed together.
  for (const those of Map.groupBy(changed, ({ outcome }) => JSON.stringify(outcome)).values()) {
    const [{ outcome } = { outcome: undefined }] = those;
    const batches = batchesOf(those.map(({ id }) => id));
    const plan = planUpdate(batches, {}, deletion, context.viewer.currency, outcome);
    const { done } = await run(context, plan);
    updated += done;
    for (const id of outcome?.ids ?? []) counts.set(id, (counts.get(id) ?? 0) + done);
  }
  if (updated > 0) await inLedger(context, ({ tx }) => countApplied(tx, context.viewer.id, counts));
  return { updated, undoId: updated > 0 ? deletion.id : null };
}

type Fillable = Parameters<typeof filled>[0];

function isChanged(row: Fillable, outcome: RuleOutcome): boolean {
  const after = filled(row, outcome);
  return (['category_id', 'merchant_name', 'notes'] as const).some((name) => after[name] !== row[name]);
}
