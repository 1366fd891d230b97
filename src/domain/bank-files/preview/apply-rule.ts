import type { AccountRow, ImportedLineRow } from '../../../db/tables.ts';
import { inTransaction } from '../../../db/transact.ts';
import type { Reading, Writing } from '../../context.ts';
import { filled, type Rule, type RuleOutcome, testOf } from '../../rules/match.ts';
import { countRules, prepareRules } from '../../rules/outcomes.ts';
import type { Condition } from '../../rules/schema.ts';
import { findImport, findLocked, updateImport } from '../imports.queries.ts';
import { endOfLines, findLinesBetween, updateLines } from '../lines.queries.ts';
import { joinChosen } from '../matching/match-again.ts';
import { isOffered } from '../matching/offered.ts';
import { byRule } from '../matching/transfers.ts';
import { accountsWith, newAccountsOf } from '../new-accounts.ts';

const READ_AT_ONCE = 5000;

/**
 * Applies a new rule to the rows of an open import, as if it had existed when the file was read. Choices of a person and of
 * earlier rules stay.
 * @returns how many rows were changed; 0 for an import that is not open
 */
export async function applyToWaiting(context: Writing, importId: string, rule: Rule): Promise<number> {
  const { db, viewer } = context;
  const changed = await inTransaction(db, async (tx) => {
    const inside = { ...context, db: tx };
    const row = await findLocked(tx, { user_id: viewer.id, id: importId });
    if (row?.status !== 'preview') return 0;
    const outcomeOf = await prepareRules(inside, [rule]);
    const accounts = await accountsWith(inside, newAccountsOf(row));
    const end = await endOfLines(tx, viewer.id, importId);
    const counts = JSON.parse(row.counts) as Record<ImportedLineRow['state'], number>;
    let count = 0;
    for (let from = 0; from < end; from += READ_AT_ONCE) {
      const lines = await findLinesBetween(tx, viewer.id, importId, from, from + READ_AT_ONCE);
      const after = lines.flatMap((line) => {
        if (line.stage < row.stage || !isOpenToRules(line)) return [];
        const outcome = outcomeOf({ ...line, account_id: line.account_id ?? row.account_id ?? '' });
        const changed = outcome && changedBy(line, outcome, accounts, context);
        if (!changed) return [];
        counts[line.state] -= 1;
        counts[changed.state] += 1;
        return [changed];
      });
      await updateLines(tx, after);
      count += after.length;
    }
    const joined = await joinChosen(inside, { ...row, counts: JSON.stringify(counts) }, false);
    await updateImport(tx, { user_id: viewer.id, id: importId, counts: joined.counts });
    return count;
  });
  await countRules(
    context,
    Array.from({ length: changed }, () => rule.id),
  );
  return changed;
}

/** How many rows of an open import meet the conditions of a rule; 0 for an import that is not open. */
export async function countMeeting(
  { db, viewer }: Reading,
  importId: string,
  conditions: readonly Condition[],
): Promise<number> {
  const row = await findImport(db, viewer.id, importId);
  if (row?.status !== 'preview') return 0;
  const meets = testOf(conditions);
  const end = await endOfLines(db, viewer.id, importId);
  let count = 0;
  for (let from = 0; from < end; from += READ_AT_ONCE) {
    const lines = await findLinesBetween(db, viewer.id, importId, from, from + READ_AT_ONCE);
    count += lines.filter(
      (line) =>
        isOpenToRules(line) && meets({ ...line, account_id: line.account_id ?? row.account_id ?? '' }),
    ).length;
  }
  return count;
}

const OPEN_TO_RULES: ReadonlySet<ImportedLineRow['state']> = new Set(['new', 'probable', 'pending']);

const isOpenToRules = (line: ImportedLineRow) => OPEN_TO_RULES.has(line.state) || isOffered(line);

/** Null if nothing of it changes. */
function changedBy(
  line: ImportedLineRow,
  outcome: RuleOutcome,
  accounts: ReadonlyMap<string, AccountRow>,
  context: Pick<Writing, 'locale'>,
): ImportedLineRow | null {
  const { merchant_name, notes } = filled(line, outcome);
  const after: ImportedLineRow = { ...line, merchant_name, notes };
  const isFree = line.category_source !== 'person' && line.category_source !== 'rule';
  if (isFree && outcome.category_id) {
    after.category_id = outcome.category_id;
    after.category_source = 'rule';
  }
  const isWaiting = (line.state === 'new' && line.decision === 'import') || isOffered(line);
  const { account_to } = outcome;
  if (isWaiting && outcome.leave_out) {
    after.decision = 'leave_out';
    after.why = 'rule';
  } else if (isWaiting && account_to && account_to !== line.account_id) {
    const { decision, accountId, why, values } = byRule(accounts.get(account_to), context);
    Object.assign(after, {
      state: 'transfer',
      decision,
      other_account_id: accountId,
      category_id: null,
      category_source: null,
      why,
      why_values: values && JSON.stringify(values),
    });
  }
  const isSame = (Object.keys(after) as (keyof ImportedLineRow)[]).every((key) => after[key] === line[key]);
  return isSame ? null : after;
}
