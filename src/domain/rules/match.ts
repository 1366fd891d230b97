import type { TransactionRow } from '../../db/tables.ts';
import { folded } from '../folded-text.ts';
import type { Actions, Condition, TextOperator } from './schema.ts';

/** What a rule looks at; `amount` in minor units of the person's currency. */
export type Facts = Pick<
  TransactionRow,
  'type' | 'amount' | 'account_id' | 'description' | 'merchant_name' | 'notes'
>;

export interface Rule {
  id: string;
  conditions: Condition[];
  actions: Actions;
}

/** What the rules want of a transaction. */
export interface RuleOutcome extends Actions {
  /** Whether `merchant_name` replaces a payee, because a rule names that payee. */
  isRenamed: boolean;
  /** The rules that had a part in it. */
  ids: string[];
}

type Test = (facts: Facts) => boolean;

const TEXT_TESTS: Record<TextOperator, (text: string, value: string) => boolean> = {
  contains: (text, value) => text.includes(value),
  is: (text, value) => text === value,
  starts_with: (text, value) => text.startsWith(value),
};

/** Returns a function that tests whether a transaction meets all conditions. Texts are compared as in the search. */
export function testOf(conditions: readonly Condition[]): Test {
  const tests = conditions.map(testOne);
  return (facts) => tests.every((test) => test(facts));
}

function testOne(condition: Condition): Test {
  switch (condition.field) {
    case 'text':
    case 'payee': {
      const value = folded(condition.value);
      const meets = TEXT_TESTS[condition.operator];
      const texts = ({ description, merchant_name, notes }: Facts) =>
        condition.field === 'payee' ? [merchant_name] : [description, merchant_name, notes];
      return (facts) => texts(facts).some((text) => text !== null && meets(folded(text), value));
    }
    case 'amount': {
      const [from, to] = condition.operator === 'is' ? [condition.value, condition.value] : condition.value;
      return ({ amount }) => amount >= (from ?? 0) && amount <= (to ?? Number.MAX_SAFE_INTEGER);
    }
    case 'account':
      return ({ account_id }) => account_id === condition.value;
    case 'type':
      return ({ type }) => type === condition.value;
  }
}

/**
 * Prepares rules for many transactions. Of several that meet a transaction, the first that says something of a field
 * decides it.
 * @param fits whether a category can be that of a transaction of a type; a rule's category that cannot is ignored
 */
export function rulesFor(
  rules: readonly Rule[],
  fits: (categoryId: string, type: Facts['type']) => boolean,
): (facts: Facts) => RuleOutcome | null {
  const prepared = rules.map((rule) => ({
    ...rule,
    test: testOf(rule.conditions),
    isRenaming: rule.conditions.some(({ field }) => field === 'payee'),
  }));
  return (facts) => {
    let outcome: RuleOutcome | null = null;
    for (const { id, actions, test, isRenaming } of prepared) {
      if (!test(facts)) continue;
      outcome ??= { ...NOTHING, ids: [] };
      outcome.ids.push(id);
      if (actions.category_id !== null && fits(actions.category_id, facts.type))
        outcome.category_id ??= actions.category_id;
      if (outcome.merchant_name === null && actions.merchant_name !== null) {
        outcome.merchant_name = actions.merchant_name;
        outcome.isRenamed = isRenaming;
      }
      outcome.notes ??= actions.notes;
      outcome.account_to ??= actions.account_to;
      outcome.leave_out ||= actions.leave_out;
    }
    return outcome;
  };
}

const NOTHING: Omit<RuleOutcome, 'ids'> = {
  category_id: null,
  merchant_name: null,
  notes: null,
  account_to: null,
  leave_out: false,
  isRenamed: false,
};

/** The fields of a transaction that an outcome fills. Existing values stay, except a payee that a rule renames. */
export function filled<Row extends Pick<TransactionRow, 'category_id' | 'merchant_name' | 'notes'>>(
  row: Row,
  { category_id, merchant_name, notes, isRenamed }: RuleOutcome,
): Row {
  return {
    ...row,
    category_id: row.category_id ?? category_id,
    merchant_name: isRenamed ? merchant_name : (row.merchant_name ?? merchant_name),
    notes: row.notes ?? notes,
  };
}
