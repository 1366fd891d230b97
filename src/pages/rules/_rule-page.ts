import type { AstroGlobal } from 'astro';
import { amountField, amountStyle } from '../../domain/amount-text.ts';
import { countMeeting } from '../../domain/bank-files/preview/apply-rule.ts';
import { categoryName } from '../../domain/categories/name.ts';
import { readCategories } from '../../domain/categories/read.ts';
import { DomainError, invalid } from '../../domain/error.ts';
import { isReserved } from '../../domain/ledger/reserved-categories.ts';
import { listAccountNames } from '../../domain/money-accounts/choices/choices.ts';
import { tryRule } from '../../domain/rules/apply.ts';
import type { StoredRule } from '../../domain/rules/rules.ts';
import { type RuleInput, ruleFormSchema, ruleOfForm } from '../../domain/rules/schema.ts';
import { type Done, submit } from '../../http/pages/submit.ts';

/** What a person calls the things that rules name. */
export async function namesForRules({ locals }: AstroGlobal) {
  const { signedIn: context, locale } = locals;
  const rows = (await readCategories(context)).filter(
    ({ id, is_hidden }) => is_hidden === 0 && !isReserved(id),
  );
  const categories = rows.map(({ id, type, is_archived, ...row }) => ({
    id,
    type,
    is_archived,
    name: categoryName(row, locale),
  }));
  return { categories, accounts: await listAccountNames(context) };
}

type Tried = Awaited<ReturnType<typeof tryRule>> & { inFile: number };

/**
 * Handles the form of a rule. The button `try` saves nothing and shows what the rule would have met.
 * @param save returns where the page goes
 * @param importId a file whose rows are tried too
 */
export async function ruleForm(
  page: AstroGlobal,
  save: (input: RuleInput & { is_active: boolean }) => Promise<Done>,
  importId?: string,
) {
  const { signedIn: context, form: sent } = page.locals;
  let tried: Tried | undefined;
  const form = await submit(page, {
    schema: ruleFormSchema(amountStyle(context.viewer)),
    async handle(input) {
      const isTried = sent?.has('try') ?? false;
      const read = ruleOfForm(input, { isTried });
      if ('errors' in read) throw invalid(...read.errors);
      try {
        if (!isTried) return await save({ ...read.rule, is_active: input.is_active });
        const inFile = importId ? await countMeeting(context, importId, read.rule.conditions) : 0;
        tried = { ...(await tryRule(context, read.rule)), inFile };
        return undefined;
      } catch (error) {
        throw withFormFields(error);
      }
    },
  });
  return { form, tried };
}

/** The field of the form for one of a rule; of its conditions, only the account may be missing. */
function withFormFields(error: unknown): unknown {
  if (!(error instanceof DomainError) || !error.extra.fields) return error;
  const fields = error.extra.fields.map((named) => ({
    ...named,
    field: named.field.startsWith('actions.') ? named.field.slice('actions.'.length) : 'account',
  }));
  return new DomainError(error.code, error.status, { ...error.extra, fields });
}

/** A rule as the texts of its form. */
export function formValues({ conditions, actions, is_active }: StoredRule, page: AstroGlobal) {
  const { decimal_separator: decimalMark, currency } = amountStyle(page.locals.signedIn.viewer);
  const values: Record<string, string> = {
    category_id: actions.category_id ?? '',
    merchant_name: actions.merchant_name ?? '',
    notes: actions.notes ?? '',
    account_to: actions.account_to ?? '',
    ...(actions.leave_out && { leave_out: 'on' }),
    ...(is_active && { is_active: 'on' }),
  };
  for (const condition of conditions) {
    if (condition.field === 'text' || condition.field === 'payee') {
      values[condition.field] = condition.value;
      values[`${condition.field}_operator`] = condition.operator;
    } else if (condition.field === 'amount') {
      const { value } = condition;
      const [from, to] = typeof value === 'number' ? [value, value] : value;
      if (from !== null) values.amount_from = amountField(from, decimalMark, currency);
      if (to !== null) values.amount_to = amountField(to, decimalMark, currency);
    } else values[condition.field] = condition.value;
  }
  return values;
}
