import * as v from 'valibot';
import { wholePagination } from '../domain/pagination.ts';
import { applyRule, tryRule } from '../domain/rules/apply.ts';
import {
  changeRule,
  createRule,
  orderRules,
  presentRule,
  readRule,
  readRules,
  removeRule,
  ruleErrors,
} from '../domain/rules/rules.ts';
import { applySchema, orderSchema, ruleChangesSchema, ruleSchema } from '../domain/rules/schema.ts';
import { presentTransaction } from '../domain/transactions/present.ts';
import { type Endpoints, endpoint } from './endpoint.ts';
import { ruleShape } from './shapes/rules.ts';
import { paginationShape, transactionShape } from './shapes/transactions.ts';
import { countShape, idShape } from './shapes/values.ts';

const data = { rule: ruleShape };

const EXAMPLE = {
  conditions: [
    { field: 'text', operator: 'contains', value: 'pottery' },
    { field: 'amount', operator: 'between', value: [10, 500] },
  ],
  actions: { merchant_name: 'Pottery Corner' },
};

/** Rules, which apply to every transaction that is recorded or imported. */
export const rules: Endpoints = {
  'GET /': endpoint({
    summary: 'List your rules in their order',
    note: 'Of several rules that meet a transaction, the first that says something of a field decides it.',
    data: { rules: v.array(ruleShape), pagination: paginationShape },
    answer: async (context) => {
      const rules = await readRules(context);
      return { rules: rules.map(presentRule), pagination: wholePagination(rules.length) };
    },
  }),
  'POST /': endpoint({
    summary: 'Create a rule, after all others',
    note: 'A transaction has to meet all `conditions`. `text` is description, payee or notes, compared as the search does; `amount` has no sign and is in your currency, and `between` takes two, of which one may be null. Rules act on what is recorded by the API, by a line of words or by the form, and on imports; they fill what is empty, and a rule with a condition on `payee` renames that payee. `account_to` and `leave_out` act on imports only.',
    body: ruleSchema,
    errors: (context, _valid, { sent }) => ruleErrors(context, sent),
    example: EXAMPLE,
    creates: true,
    data,
    refuses: { NOT_FOUND: 404, RULES_MOST: 409 },
    answer: async (context, input) => ({ rule: presentRule(await createRule(context, input)) }),
  }),
  'POST /preview': endpoint({
    summary: 'Try a rule on the last year',
    note: '`total` counts the transactions that meet the conditions, whatever the rule would do with them; `matches` has the newest 50 of them. Nothing is changed.',
    body: ruleSchema,
    errors: (context, _valid, { sent }) => ruleErrors(context, sent),
    example: EXAMPLE,
    data: { matches: v.array(transactionShape), total: countShape },
    refuses: { NOT_FOUND: 404 },
    async answer(context, input) {
      const { matches, total } = await tryRule(context, input);
      return { matches: matches.map((entry) => presentTransaction(entry, context.locale)), total };
    },
  }),
  'POST /order': endpoint({
    summary: 'Put rules in an order',
    note: 'Rules that are not named follow as they were.',
    body: orderSchema,
    example: { ids: ['00000000-0000-7000-8000-0000000000f1'] },
    data: { rules: v.array(ruleShape) },
    refuses: { NOT_FOUND: 404 },
    answer: async (context, { ids }) => ({ rules: (await orderRules(context, ids)).map(presentRule) }),
  }),
  'GET /:id': endpoint({
    summary: 'Get a rule',
    data,
    answer: async (context, _input, { id }) => ({ rule: presentRule(await readRule(context, id)) }),
  }),
  'PUT /:id': endpoint({
    summary: 'Update a rule',
    note: 'Missing parts stay unchanged.',
    body: ruleChangesSchema,
    errors: (context, _valid, { sent }) => ruleErrors(context, sent),
    example: { is_active: false },
    data,
    refuses: { NOT_FOUND: 404, CONFLICT: 409 },
    answer: async (context, changes, { id }) => ({
      rule: presentRule(await changeRule(context, id, changes)),
    }),
  }),
  'DELETE /:id': endpoint({
    summary: 'Delete a rule',
    note: 'What it did stays.',
    data: {},
    async answer(context, _input, { id }) {
      await removeRule(context, id);
      return {};
    },
  }),
  'POST /:id/apply': endpoint({
    summary: 'Run a rule over what is recorded',
    note: 'From `dateFrom` on, or over everything up to today. It fills empty categories, payees and notes, and renames payees that it names; what you have set stays. Transfers are made, and rows left out, of imports only: a rule that does nothing else is refused. POST /transactions/restore with `undo_id` undoes it within an hour; null when nothing was changed.',
    body: applySchema,
    example: { dateFrom: '2026-01-01' },
    data: { updated_count: countShape, undo_id: v.nullable(idShape) },
    async answer(context, { dateFrom }, { id }) {
      const { updated, undoId } = await applyRule(context, id, { from: dateFrom });
      return { updated_count: updated, undo_id: undoId };
    },
  }),
};
