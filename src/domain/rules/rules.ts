import type { RuleRow } from '../../db/tables.ts';
import { readCategories } from '../categories/read.ts';
import type { Reading, Writing } from '../context.ts';
import { DomainError, type FieldError, invalid, notFound } from '../error.ts';
import { newId } from '../id.ts';
import { inLedger } from '../ledger/ledger.ts';
import { isReserved } from '../ledger/reserved-categories.ts';
import { toDecimal } from '../money.ts';
import { accountsById } from '../money-accounts/read.ts';
import { nextVersion } from '../version.ts';
import type { Rule } from './match.ts';
import { deleteRule, findRules, insertRule, placeRule, updateRule } from './rules.queries.ts';
import { type Actions, type Condition, RULES_MAX, type RuleInput } from './schema.ts';

export type StoredRule = Rule & Pick<RuleRow, 'position' | 'applied_count'> & { is_active: boolean };

type Reader = Pick<Reading, 'db'> & { viewer: { id: string } };

/** In the order in which they are tried. */
export async function readRules({ db, viewer }: Reader): Promise<StoredRule[]> {
  return (await findRules(db, viewer.id)).map(stored);
}

/** @throws DomainError NOT_FOUND */
export async function readRule(context: Reader, id: string): Promise<StoredRule> {
  return stored(await requireRule(context, id));
}

/** Adds a rule after all others. @throws DomainError as `requireValid` does, RULES_MOST (409) */
export function createRule(
  context: Writing,
  { conditions, actions, is_active = true }: RuleInput & { is_active?: boolean },
): Promise<StoredRule> {
  const { viewer, now } = context;
  return inLedger(context, async ({ tx }, inside) => {
    await requireValid(inside, { conditions, actions });
    const rows = await findRules(tx, viewer.id);
    if (rows.length >= RULES_MAX) throw new DomainError('RULES_MOST', 409);
    const row: RuleRow = {
      user_id: viewer.id,
      id: newId(now),
      position: (rows.at(-1)?.position ?? -1) + 1,
      is_active: Number(is_active),
      conditions: JSON.stringify(conditions),
      actions: JSON.stringify(actions),
      applied_count: 0,
      created_at: now.toISOString(),
      updated_at: now.toISOString(),
    };
    await insertRule(tx, row);
    return stored(row);
  });
}

/** Missing parts stay. @throws DomainError NOT_FOUND, and as `requireValid` does */
export function changeRule(
  context: Writing,
  id: string,
  changes: Partial<RuleInput & { is_active: boolean }>,
): Promise<StoredRule> {
  return inLedger(context, async ({ tx }, inside) => {
    const before = await requireRule(inside, id);
    const { conditions, actions, is_active } = { ...stored(before), ...changes };
    await requireValid(inside, { conditions, actions });
    const row: RuleRow = {
      ...before,
      conditions: JSON.stringify(conditions),
      actions: JSON.stringify(actions),
      is_active: Number(is_active),
      updated_at: nextVersion(before, context.now),
    };
    await updateRule(tx, row);
    return stored(row);
  });
}

/** @throws DomainError NOT_FOUND */
export function removeRule(context: Writing, id: string): Promise<void> {
  return inLedger(context, async ({ tx }, inside) => {
    await requireRule(inside, id);
    await deleteRule(tx, context.viewer.id, id);
  });
}

/**
 * Puts these rules first, in this order; the others follow as they were.
 * @throws DomainError NOT_FOUND for one that is not theirs
 */
export function orderRules(context: Writing, ids: readonly string[]): Promise<StoredRule[]> {
  return inLedger(context, async ({ tx }, inside) => {
    const rules = await readRules(inside);
    const known = new Map(rules.map((rule) => [rule.id, rule]));
    const first = [...new Set(ids)].map((id) => known.get(id));
    if (first.includes(undefined)) throw notFound([{ field: 'ids', message: 'errors:ruleMissing' }]);
    const placed = [...first.flatMap((rule) => rule ?? []), ...rules.filter(({ id }) => !ids.includes(id))];
    for (const [position, { id }] of placed.entries()) await placeRule(tx, context.viewer.id, id, position);
    return placed.map((rule, position) => ({ ...rule, position }));
  });
}

/**
 * @throws DomainError NOT_FOUND for a category or account that is not theirs, VALIDATION_ERROR for a category that no
 * transaction of the rule can have, and for a transfer to the account of the rule
 */
export async function requireValid(context: Reading, { conditions, actions }: RuleInput): Promise<void> {
  const { category_id, account_to } = actions;
  const missing: FieldError[] = [];
  const accounts = await accountsById(context);
  const named = conditions.filter(({ field }) => field === 'account').map(({ value }) => String(value));
  if (named.some((id) => !accounts.has(id)))
    missing.push({ field: 'conditions', message: 'errors:accountMissing' });
  if (account_to !== null && !accounts.has(account_to))
    missing.push({ field: 'account_to', message: 'errors:accountMissing' });
  const category =
    category_id === null || isReserved(category_id)
      ? undefined
      : (await readCategories(context)).find(({ id }) => id === category_id);
  if (category_id !== null && !category)
    missing.push({ field: 'category_id', message: 'errors:categoryMissing' });
  if (missing.length > 0) throw notFound(missing);
  const type = conditions.find(({ field }) => field === 'type')?.value;
  if (category && type !== undefined && category.type !== type)
    throw invalid({ field: 'category_id', message: 'errors:categoryOtherType' });
  if (account_to !== null && named.includes(account_to))
    throw invalid({ field: 'account_to', message: 'errors:transferSame' });
}

async function requireRule({ db, viewer }: Reader, id: string): Promise<RuleRow> {
  const row = (await findRules(db, viewer.id)).find((rule) => rule.id === id);
  if (!row) throw notFound();
  return row;
}

/** A row as its use cases have it. */
export function stored(row: RuleRow): StoredRule {
  return {
    id: row.id,
    position: row.position,
    is_active: row.is_active === 1,
    conditions: JSON.parse(row.conditions) as Condition[],
    actions: JSON.parse(row.actions) as Actions,
    applied_count: row.applied_count,
  };
}

/** A rule for API answers: amounts as decimals. */
export function presentRule({ conditions, ...rule }: StoredRule) {
  return { ...rule, conditions: conditions.map(presentCondition) };
}

function presentCondition(condition: Condition) {
  if (condition.field !== 'amount') return condition;
  if (condition.operator === 'is') return { ...condition, value: toDecimal(condition.value) };
  const value = condition.value.map((bound) => (bound === null ? null : toDecimal(bound)));
  return { ...condition, value };
}
