import { listCategories } from '../categories/list.ts';
import { categoryName } from '../categories/name.ts';
import type { Reading, Writing } from '../context.ts';
import { createTemplates, type TemplateItem } from '../recurring/templates/create-template.ts';
import type { TemplateInput } from '../recurring/templates/template.schema.ts';
import type { Choice } from './choices.ts';

/** The fields of the amounts of templates that were created, with their ids, and of those that could not be. */
export interface AddedTemplates {
  created: string[];
  ids: string[];
  failed: string[];
}

/** Creates the recurring templates that a person chose; what is not valid fails, and the others are created. */
export async function addTemplates(context: Writing, choices: readonly Choice[]): Promise<AddedTemplates> {
  const categoryOf = await categoryFinder(context);
  const items = choices.map((choice, index): TemplateItem => {
    const { name, type, amount, rule, errors } = choice;
    if (amount === null) return { index, errors };
    const { interval_type, interval, day_of_month, day_of_week } = rule;
    const input: TemplateInput = {
      name,
      description: name,
      type,
      amount,
      interval_type,
      interval,
      day_of_month,
      day_of_week,
      categoryId: categoryOf(choice),
    };
    return { index, input };
  });
  const { templates, errors } =
    items.length > 0 ? await createTemplates(context, items) : { templates: [], errors: [] };
  const failed = new Set(errors.map(({ index }) => index));
  const fieldsOf = (wanted: boolean) =>
    choices.filter((_choice, index) => failed.has(index) === wanted).map(({ field }) => field);
  return { created: fieldsOf(false), ids: templates.map(({ id }) => id), failed: fieldsOf(true) };
}

// A default category that was renamed, hidden or archived is the person's own affair: then there is none.
async function categoryFinder(context: Reading): Promise<(choice: Choice) => string | undefined> {
  const defaults = (await listCategories(context)).filter(({ is_default }) => is_default);
  return ({ category, type }) => {
    if (!category) return undefined;
    const name = categoryName({ default_key: category, name: '' }, 'en');
    return defaults.find((one) => one.type === type && one.localized_name.en === name)?.id;
  };
}
