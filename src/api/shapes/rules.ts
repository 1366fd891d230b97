import * as v from 'valibot';
import type { presentRule } from '../../domain/rules/rules.ts';
import { TEXT_OPERATORS } from '../../domain/rules/schema.ts';
import { amountShape, countShape, idShape, instantShape, nullableText, typeShape } from './values.ts';

const bound = v.nullable(amountShape);

const conditionShape = v.union([
  v.object({
    field: v.picklist(['text', 'payee']),
    operator: v.picklist(TEXT_OPERATORS),
    value: v.string(),
  }),
  v.object({ field: v.literal('amount'), operator: v.literal('is'), value: amountShape }),
  v.object({ field: v.literal('amount'), operator: v.literal('between'), value: v.array(bound) }),
  v.object({ field: v.literal('account'), operator: v.literal('is'), value: idShape }),
  v.object({ field: v.literal('type'), operator: v.literal('is'), value: typeShape }),
]);

export const ruleShape = v.object({
  id: idShape,
  position: countShape,
  is_active: v.boolean(),
  conditions: v.array(conditionShape),
  actions: v.object({
    category_id: v.nullable(idShape),
    merchant_name: nullableText,
    notes: nullableText,
    account_to: v.nullable(idShape),
    leave_out: v.boolean(),
  }),
  applied_count: countShape,
  updated_at: instantShape,
});

/** The parts of an answer that the description has to have. */
type Parts = Record<keyof ReturnType<typeof presentRule>, unknown>;

void (ruleShape.entries satisfies Parts);
