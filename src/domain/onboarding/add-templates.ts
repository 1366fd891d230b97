import { listCategories } from '../categories/list.ts';
import { categoryName } from '../categories/name.ts';
import type { Reading, Writing } from '../context.ts';
import { createTemplates, type TemplateItem } from '../recurring/templates/create-template.ts';
import type { TemplateInput } from '../recurring/templates/template.schema.ts';
import type { Choice } from './choices.ts';

/** `created` and `failed` are names of amount fields; `ids` are those of the created templates. */
export interface AddedTemplates {
  created: string[];
  ids: string[];
  failed: string[];
}

/** Creates the chosen recurring templates; invalid ones fail without affecting the others. */
export async function addTemplates(context: Writing, choices: readonly Choice[]): Promise<AddedTemplates> {
  const categoryOf = await categoryFinder(context);
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
async function categoryFinder(context: Reading): Promise<(choice: Choice) => string | undefined> {
  const defaults = (await listCategories(context)).filter(({ is_default }) => is_default);
  return ({ category, type }) => {
    if (!category) return undefined;
    const name = categoryName({ default_key: category, name: '' }, 'en');
    return defaults.find((candidate) => candidate.type === type && candidate.localized_name.en === name)?.id;
  };
}
