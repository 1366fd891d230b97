import * as v from 'valibot';
import { CURRENCIES } from '../../i18n/currencies.ts';
import { type AmountStyle, readAmount } from '../amount-text.ts';
import type { FieldError } from '../error.ts';
import { parseAmount } from '../money.ts';
import {
  amountIssue,
  basedOnSchema,
  blankable,
  flag,
  maxLetters,
  optionalText,
  realDate,
  trimmed,
  typeSchema,
} from '../schemas.ts';

export const TEXT_MAX = 255;
const NOTES_MAX = 500;
export const CONDITIONS_MAX = 10;
export const RULES_MAX = 500;

export const TEXT_OPERATORS = ['contains', 'is', 'starts_with'] as const;
export type TextOperator = (typeof TEXT_OPERATORS)[number];

/** What is done with it; null or false for nothing. */
export interface Actions {
  category_id: string | null;
  merchant_name: string | null;
  notes: string | null;
  /** The account at the other end: it becomes a transfer. */
  account_to: string | null;
  leave_out: boolean;
}

const amount = v.rawTransform<unknown, number>(({ dataset: { value }, addIssue, NEVER }) => {
  const read = parseAmount(value);
  if ('minor' in read && read.minor >= 0) return read.minor;
  addIssue('minor' in read ? { message: 'errors:amountMin' } : amountIssue(read));
  return NEVER;
});
const bound = v.union([
  v.pipe(
    v.null(),
    v.transform((): number | null => null),
  ),
  v.pipe(v.unknown(), v.metadata({ type: ['number', 'string'] }), amount),
]);
const line = v.pipe(
  v.string('errors:textExpected'),
  trimmed,
  v.minLength(1, 'errors:ruleValue'),
  maxLetters(TEXT_MAX, 'errors:valueMax'),
);
const id = v.pipe(
  v.string('errors:textExpected'),
  v.minLength(1, 'errors:ruleValue'),
  v.maxLength(40, 'errors:valueMax'),
);

const condition = v.variant(
  'field',
  [
    v.object({
      field: v.picklist(['text', 'payee']),
      operator: v.picklist(TEXT_OPERATORS, 'errors:ruleOperator'),
      value: line,
    }),
    v.variant(
      'operator',
      [
        v.object({
          field: v.literal('amount'),
          operator: v.literal('is'),
          value: v.pipe(v.unknown(), v.metadata({ type: ['number', 'string'] }), amount),
        }),
        v.object({
          field: v.literal('amount'),
          operator: v.literal('between'),
          value: v.pipe(
            v.strictTuple([bound, bound], 'errors:ruleValue'),
            v.check(([from, to]) => from !== null || to !== null, 'errors:ruleValue'),
            v.check(([from, to]) => from === null || to === null || from <= to, 'errors:ruleRange'),
          ),
        }),
      ],
      'errors:ruleOperator',
    ),
    v.object({ field: v.literal('account'), operator: v.literal('is', 'errors:ruleOperator'), value: id }),
    v.object({
      field: v.literal('type'),
      operator: v.literal('is', 'errors:ruleOperator'),
      value: typeSchema,
    }),
  ],
  // The error of the part that decides which others there are.
  ({ path }) => (path?.[0].key === 'operator' ? 'errors:ruleOperator' : 'errors:ruleField'),
);

/** What a transaction has to be like; amounts in minor units, without a sign. */
export type Condition = v.InferOutput<typeof condition>;

const conditions = v.pipe(
  v.array(condition, 'errors:ruleConditions'),
  v.minLength(1, 'errors:ruleConditions'),
  v.maxLength(CONDITIONS_MAX, 'errors:ruleConditionsMax'),
);

const optionalId = v.optional(
  v.nullable(v.pipe(v.string('errors:textExpected'), v.maxLength(40, 'errors:valueMax'))),
);

const actions = v.pipe(
  v.object(
    {
      category_id: optionalId,
      merchant_name: optionalText(TEXT_MAX, 'errors:valueMax'),
      notes: optionalText(NOTES_MAX, 'errors:notesMax'),
      account_to: optionalId,
      leave_out: v.optional(flag, false),
    },
    'errors:ruleActions',
  ),
  v.transform(
    (sent): Actions => ({
      category_id: sent.category_id || null,
      merchant_name: sent.merchant_name ?? null,
      notes: sent.notes ?? null,
      account_to: sent.account_to || null,
      leave_out: sent.leave_out,
    }),
  ),
  v.check((those) => Object.values(those).some(Boolean), 'errors:ruleActions'),
  v.check(({ account_to, leave_out }) => !(account_to && leave_out), 'errors:ruleBoth'),
);

const position = v.pipe(
  v.number('errors:valueInvalid'),
  v.integer('errors:valueInvalid'),
  v.minValue(0, 'errors:valueInvalid'),
  v.maxValue(RULES_MAX, 'errors:valueInvalid'),
  v.description('Among your rules, from 0; by default after all others.'),
);

export const ruleSchema = v.object({
  conditions,
  actions,
  is_active: v.optional(flag, true),
  position: v.optional(position),
});

export const ruleChangesSchema = v.object({
  ...v.partial(v.object({ conditions, actions, is_active: flag, position })).entries,
  basedOn: basedOnSchema,
});

export type RuleInput = Pick<v.InferOutput<typeof ruleSchema>, 'conditions' | 'actions'>;

export const applySchema = v.object({ dateFrom: blankable(realDate) });

export const orderSchema = v.object({
  ids: v.pipe(
    v.array(v.pipe(v.string('errors:textExpected'), v.maxLength(40, 'errors:valueMax')), 'errors:ruleOrder'),
    v.minLength(1, 'errors:ruleOrder'),
    v.maxLength(RULES_MAX, 'errors:ruleOrder'),
  ),
});

const optionalAmount = (style: AmountStyle) =>
  v.pipe(
    v.optional(v.string(), ''),
    v.rawTransform<string, number | null>(({ dataset: { value }, addIssue, NEVER }) => {
      if (value.trim() === '') return null;
      const read = readAmount(value, style);
      if ('minor' in read) return Math.abs(read.minor);
      addIssue(amountIssue(read, CURRENCIES[style.currency]));
      return NEVER;
    }),
  );

const optionalLine = v.pipe(v.optional(v.string(), ''), trimmed, maxLetters(TEXT_MAX, 'errors:valueMax'));
const chosen = v.optional(v.pipe(v.string(), v.maxLength(40, 'errors:valueMax')), '');
const ticked = v.pipe(
  v.optional(v.string(), ''),
  v.transform((value) => value !== ''),
);

/** The fields of the page of a rule, with amounts as its person writes them. */
export function ruleFormSchema(style: AmountStyle) {
  return v.object({
    text: optionalLine,
    text_operator: v.optional(v.picklist(TEXT_OPERATORS, 'errors:ruleOperator'), 'contains'),
    payee: optionalLine,
    payee_operator: v.optional(v.picklist(TEXT_OPERATORS, 'errors:ruleOperator'), 'contains'),
    amount_from: optionalAmount(style),
    amount_to: optionalAmount(style),
    account: chosen,
    type: chosen,
    category_id: chosen,
    merchant_name: optionalLine,
    notes: v.pipe(v.optional(v.string(), ''), trimmed, maxLetters(NOTES_MAX, 'errors:notesMax')),
    account_to: chosen,
    leave_out: ticked,
    is_active: ticked,
  });
}

type RuleForm = v.InferOutput<ReturnType<typeof ruleFormSchema>>;

/**
 * @param isTried whether it is only tried, which needs no action
 * @returns the rule of a form; errors where it has no condition, no action, or amounts in the wrong order
 */
export function ruleOfForm(
  form: RuleForm,
  { isTried = false } = {},
): { rule: RuleInput } | { errors: FieldError[] } {
  const { amount_from: from, amount_to: to } = form;
  const conditions: Condition[] = [
    ...(form.text ? [{ field: 'text' as const, operator: form.text_operator, value: form.text }] : []),
    ...(form.payee ? [{ field: 'payee' as const, operator: form.payee_operator, value: form.payee }] : []),
    ...(from !== null && from === to
      ? [{ field: 'amount' as const, operator: 'is' as const, value: from }]
      : []),
    ...((from !== null || to !== null) && from !== to
      ? [
          {
            field: 'amount' as const,
            operator: 'between' as const,
            value: [from, to] as [number | null, number | null],
          },
        ]
      : []),
    ...(form.account ? [{ field: 'account' as const, operator: 'is' as const, value: form.account }] : []),
    ...(form.type
      ? [{ field: 'type' as const, operator: 'is' as const, value: form.type as 'expense' }]
      : []),
  ];
  const those: Actions = {
    category_id: form.category_id || null,
    merchant_name: form.merchant_name || null,
    notes: form.notes || null,
    account_to: form.account_to || null,
    leave_out: form.leave_out,
  };
  const errors: FieldError[] = [
    ...(conditions.length === 0 ? [{ field: 'text', message: 'errors:ruleConditions' as const }] : []),
    ...(from !== null && to !== null && from > to
      ? [{ field: 'amount_from', message: 'errors:ruleRange' as const }]
      : []),
    ...(isTried || Object.values(those).some(Boolean)
      ? []
      : [{ field: 'category_id', message: 'errors:ruleActions' as const }]),
    ...(those.account_to && those.leave_out
      ? [{ field: 'account_to', message: 'errors:ruleBoth' as const }]
      : []),
  ];
  return errors.length > 0 ? { errors } : { rule: { conditions, actions: those } };
}
