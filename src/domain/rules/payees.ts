import { payeeKey } from '../analytics/payee-key.ts';
import type { Reading, Writing } from '../context.ts';
import { invalid } from '../error.ts';
import { folded, searchedWords } from '../folded-text.ts';
import { inLedger } from '../ledger/ledger.ts';
import { scan } from '../snapshot.ts';
import { applyToPast } from './apply.ts';
import { findPayees } from './rules.queries.ts';
import { changeRule, createRule, readRules, removeRule, type StoredRule } from './rules.ts';

export interface Payee {
  name: string;
  /** Its transactions. */
  count: number;
}

/** How many payees a page lists. */
export const PAYEES_SHOWN = 200;

/**
 * The payees of all transactions, the most frequent first, and those among them that look like spellings of one.
 * @param search words that each of the names has
 */
export async function listPayees(context: Reading, search = '') {
  const words = searchedWords(search);
  const rows = await scan(context, ({ db, viewer }) => findPayees(db, viewer.id));
  const all: Payee[] = rows
    .flatMap(({ merchant_name: name, count }) => (name === null ? [] : [{ name, count: Number(count) }]))
    .filter(({ name }) => words.every((word) => folded(name).includes(word)));
  const groups = [...Map.groupBy(all, ({ name }) => payeeKey(name)).values()];
  const alike = groups.filter((group) => group.length > 1).slice(0, PAYEES_SHOWN / 10);
  return { payees: all.slice(0, PAYEES_SHOWN), alike, total: all.length };
}

/**
 * Makes several payees one: adds a rule for each of the other names, and renames what is recorded. Rules of earlier merges
 * follow: those that led to the other names lead to the one that stays, and none renames that one.
 * @param keep the name that stays; the first of the names if it is empty
 * @returns the name, how many transactions were renamed, and the id to undo that by, if any were; the rules stay
 * @throws DomainError VALIDATION_ERROR without two names
 */
export async function mergePayees(context: Writing, names: readonly string[], keep: string) {
  const name = keep || (names[0] ?? '');
  const others = [...new Set(names)].filter((other) => other !== name);
  if (others.length === 0) throw invalid({ field: 'keep', message: 'errors:payeesTwo' });
  const rules = await inLedger(context, async (_ledger, inside) => {
    const earlier = new Map<string, StoredRule>();
    for (const rule of await readRules(inside)) {
      const { conditions, actions, id } = rule;
      const from = renamedBy(rule);
      if (from === folded(name)) await removeRule(inside, id);
      else if (others.some((other) => folded(other) === folded(actions.merchant_name ?? ''))) {
        const changed = await changeRule(inside, id, {
          conditions,
          actions: { ...actions, merchant_name: name },
        });
        if (from !== null) earlier.set(from, changed);
      } else if (from !== null && actions.merchant_name === name) earlier.set(from, rule);
    }
    const rules: StoredRule[] = [];
    for (const other of others) {
      const conditions = [{ field: 'payee' as const, operator: 'is' as const, value: other }];
      const actions = { ...NO_ACTIONS, merchant_name: name };
      rules.push(earlier.get(folded(other)) ?? (await createRule(inside, { conditions, actions })));
    }
    return rules;
  });
  return { name, ...(await applyToPast(context, rules)) };
}

/** The name that a rule does nothing but rename, folded; null for other rules. */
function renamedBy({ conditions, actions }: StoredRule): string | null {
  const [only, ...more] = conditions;
  const isRename = JSON.stringify({ ...actions, merchant_name: null }) === JSON.stringify(NO_ACTIONS);
  if (!only || more.length > 0 || !isRename || only.field !== 'payee' || only.operator !== 'is') return null;
  return folded(only.value);
}

const NO_ACTIONS = {
  category_id: null,
  merchant_name: null,
  notes: null,
  account_to: null,
  leave_out: false,
};
