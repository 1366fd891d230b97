import type { RuleRow } from '../../db/tables.ts';
import { fits, readCategories } from '../categories/read.ts';
import type { Reading, Writing } from '../context.ts';
import { DomainError, type FieldError, notFound, refuse } from '../error.ts';
import { newId } from '../id.ts';
import { inLedger } from '../ledger/ledger.ts';
import { isReserved } from '../ledger/reserved-categories.ts';
import { toDecimal } from '../money.ts';
import { accountsById } from '../money-accounts/read.ts';
import { type TransactionType, TYPES } from '../schemas.ts';
import { isDifferent, nextVersion, requireCurrent } from '../version.ts';
import type { Rule } from './match.ts';
import { deleteRule, findRules, insertRule, placeRule, updateRule } from './rules.queries.ts';
import { type Actions, type Condition, RULES_MAX, type RuleInput, TEXT_OPERATORS } from './schema.ts';

export type StoredRule = Rule &
  Pick<RuleRow, 'position' | 'applied_count' | 'updated_at'> & { is_active: boolean };

type Reader = Pick<Reading, 'db'> & { viewer: { id: string } };

/** In the order in which they are tried. */
export async function readRules({ db, viewer }: Reader): Promise<StoredRule[]> {
  return (await findRules(db, viewer.id)).map(stored);
}

/** @throws DomainError NOT_FOUND */
export async function readRule(context: Reader, id: string): Promise<StoredRule> {
  return stored(await requireRule(context, id));
}

interface Settings {
  is_active: boolean;
  /** Among the others, from 0. */
  position: number | undefined;
}

/** Puts a rule at a position; returns the one that it has then. */
async function moveTo({ db, viewer }: Writing, id: string, position: number): Promise<number> {
  const ids = (await findRules(db, viewer.id)).map((rule) => rule.id);
  const order = ids.filter((other) => other !== id).toSpliced(position, 0, id);
  if (order.join() !== ids.join())
    for (const [index, each] of order.entries()) await placeRule(db, viewer.id, each, index);
  return order.indexOf(id);
}

/** Adds a rule after all others, or at a position. @throws DomainError as `requireValid` does, RULES_MOST (409) */
export function createRule(
  context: Writing,
  { conditions, actions, is_active = true, position }: RuleInput & Partial<Settings>,
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
    return stored({ ...row, position: await moveTo(inside, row.id, position ?? row.position) });
  });
}

/**
 * Missing parts stay. With `basedOn`, a version changed since then is not overwritten, unless the outcome is the same.
 * @throws DomainError NOT_FOUND, CONFLICT (409), and as `requireValid` does
 */
export function changeRule(
  context: Writing,
  id: string,
  { basedOn, ...changes }: Partial<RuleInput & Settings> & { basedOn?: string | undefined },
): Promise<StoredRule> {
  return inLedger(context, async ({ tx }, inside) => {
    const before = await requireRule(inside, id);
    const { conditions, actions, is_active, position } = { ...stored(before), ...changes };
    await requireValid(inside, { conditions, actions });
    const row: RuleRow = {
      ...before,
      conditions: JSON.stringify(conditions),
      actions: JSON.stringify(actions),
      is_active: Number(is_active),
      updated_at: nextVersion(before, context.now),
    };
    requireCurrent(before, basedOn, () =>
      isDifferent(before, { ...row, position: position ?? before.position }),
    );
    await updateRule(tx, row);
    return stored({ ...row, position: await moveTo(inside, id, position) });
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

/** @throws DomainError NOT_FOUND, VALIDATION_ERROR as `ruleErrors` says */
export async function requireValid(context: Reader, rule: RuleInput): Promise<void> {
  refuse(await ruleErrors(context, rule));
}

/**
 * What is wrong with a rule: a category or account that is not theirs, a category that no transaction of the rule can
 * have, a transfer to the account of the rule, and what an unknown field keeps the schema from seeing.
 * @param sent may have invalid parts too
 */
export async function ruleErrors(
  context: Reader,
  sent: { conditions?: unknown; actions?: unknown },
): Promise<FieldError[]> {
  const conditions = Array.isArray(sent.conditions) ? sent.conditions.map(partsOf) : [];
  const { category_id, account_to } = partsOf(sent.actions);
  const accounts = await accountsById(context);
  const errors: FieldError[] = [];
  for (const [index, { field, operator, value }] of conditions.entries()) {
    const at = `conditions.${index}`;
    if (!isOperator(operator)) errors.push({ field: `${at}.operator`, message: 'errors:ruleOperator' });
    if (value === undefined || value === '' || value === null)
      errors.push({ field: `${at}.value`, message: 'errors:ruleValue' });
    else if (field === 'account' && !accounts.has(String(value)))
      errors.push({ field: `${at}.value`, message: 'errors:accountMissing' });
  }
  const isAccount = ({ field }: Parts) => field === 'account';
  if (account_to && !accounts.has(String(account_to)))
    errors.push({ field: 'actions.account_to', message: 'errors:accountMissing' });
  else if (account_to && conditions.some((each) => isAccount(each) && each.value === account_to))
    errors.push({ field: 'actions.account_to', message: 'errors:transferSame' });
  if (!category_id) return errors;
  const category = (await readCategories(context)).find(({ id }) => id === category_id);
  const type = conditions.find(({ field }) => field === 'type')?.value;
  if (!category || isReserved(category.id))
    errors.push({ field: 'actions.category_id', message: 'errors:categoryMissing' });
  else if (isType(type) && !fits(category, type))
    errors.push({ field: 'actions.category_id', message: 'errors:categoryOtherType' });
  return errors;
}

type Parts = Record<string, unknown>;

const partsOf = (value: unknown): Parts =>
  typeof value === 'object' && value !== null ? (value as Parts) : {};
const isOperator = (value: unknown) => [...TEXT_OPERATORS, 'between'].some((known) => known === value);
const isType = (value: unknown): value is TransactionType => TYPES.some((type) => type === value);

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
    updated_at: row.updated_at,
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
