import { createBudget } from '../budgets/budgets.ts';
import { listCategories } from '../categories/list.ts';
import { categoryName } from '../categories/name.ts';
import type { Reading, Writing } from '../context.ts';
import { DomainError } from '../error.ts';
import { MAX_AMOUNT } from '../money.ts';
import { createTemplates, type TemplateItem } from '../recurring/templates/create.ts';
import type { TemplateInput } from '../recurring/templates/schema.ts';
import type { Choice } from './choices.ts';

/** `created` and `failed` are names of amount fields; `ids` are those of the created templates and budgets. */
export interface AddedTemplates {
  created: string[];
  ids: string[];
  failed: string[];
}

/** Creates the chosen recurring templates and budgets; invalid ones fail without affecting the others. */
export async function addChosen(context: Writing, choices: readonly Choice[]): Promise<AddedTemplates> {
  const categoryOf = await categoryFinder(context);
  const templates = await addTemplates(
    context,
    choices.filter(({ isBudget }) => !isBudget),
    categoryOf,
  );
  const budgets = await addBudgets(
    context,
    choices.filter(({ isBudget }) => isBudget),
    categoryOf,
  );
  return {
    created: [...templates.created, ...budgets.created],
    ids: [...templates.ids, ...budgets.ids],
    failed: [...templates.failed, ...budgets.failed],
  };
}

type CategoryOf = Awaited<ReturnType<typeof categoryFinder>>;

async function addBudgets(
  context: Writing,
  choices: readonly Choice[],
  categoryOf: CategoryOf,
): Promise<AddedTemplates> {
  const added: AddedTemplates = { created: [], ids: [], failed: [] };
  const start_day = context.viewer.preferences.month_start;
  for (const choice of choices) {
    const { field, amount } = choice;
    const category = categoryOf(choice);
    try {
      if (amount === null || amount > MAX_AMOUNT || !category) added.failed.push(field);
      else {
        added.ids.push((await createBudget(context, { category_ids: [category], amount, start_day })).id);
        added.created.push(field);
      }
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      added.failed.push(field);
    }
  }
  return added;
}

async function addTemplates(
  context: Writing,
  choices: readonly Choice[],
  categoryOf: CategoryOf,
): Promise<AddedTemplates> {
  const items = choices.map((choice, index): TemplateItem => {
    const { name, type, amount, rule, errors } = choice;
    if (amount === null) return { index, errors, valid: {} };
    const { interval_type, interval, day_of_month } = rule;
    const input: TemplateInput = {
      name,
      description: name,
      type,
      amount,
      interval_type,
      interval,
      day_of_month,
      categoryId: categoryOf(choice),
    };
    return { index, input };
  });
  const { templates, errors } =
    items.length > 0 ? await createTemplates(context, items) : { templates: [], errors: [] };
  const failed = new Set(errors.map(({ index }) => index));
  const fieldsOf = (hasFailed: boolean) =>
    choices.filter((_choice, index) => failed.has(index) === hasFailed).map(({ field }) => field);
  return { created: fieldsOf(false), ids: templates.map(({ id }) => id), failed: fieldsOf(true) };
}

// Skips default categories that the person has renamed, hidden or archived.
export async function categoryFinder(
  context: Reading,
): Promise<(choice: Pick<Choice, 'category' | 'type'>) => string | undefined> {
  const defaults = (await listCategories(context)).filter(({ is_default }) => is_default);
  return ({ category, type }) => {
    if (!category) return undefined;
    const name = categoryName({ default_key: category, name: '' }, 'en');
    return defaults.find((candidate) => candidate.type === type && candidate.localized_name.en === name)?.id;
  };
}
