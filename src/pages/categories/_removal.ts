import type { AstroGlobal } from 'astro';
import { listCategories } from '../../domain/categories/list.ts';
import { planMerge } from '../../domain/categories/merge.ts';
import { readCategory } from '../../domain/categories/read.ts';
import { planRemoval } from '../../domain/categories/remove.ts';
import { mergeSchema, removalSchema } from '../../domain/categories/schema.ts';
import { runForPage } from '../../http/pages/long-work.ts';
import { redirectIfDeleted } from '../../http/pages/redirect-if-deleted.ts';
import { backFrom } from '../../http/pages/return-to.ts';
import { submit } from '../../http/pages/submit.ts';
import { removedMessage } from './_messages.ts';

/** Deletes or merges the category of a page. `targets` are the other categories of its type, as options of a select. */
export async function removalPage(page: AstroGlobal, as?: 'merge') {
  const { signedIn: context } = page.locals;
  const { id = '' } = page.params;
  const back = backFrom(page.url, '/categories');
  const category = await redirectIfDeleted(page, () => readCategory(context, id), {
    gone: 'manager:gone',
    back: back.startsWith(`/categories/${id}`) ? '/categories' : back,
  });
  const { row, count } = category;
  const form = await submit(page, {
    schema: as === 'merge' ? mergeSchema : removalSchema,
    async handle({ moveTo }) {
      const plan =
        as === 'merge'
          ? await planMerge(context, { ids: [id], into: moveTo ?? '' })
          : await planRemoval(context, { ids: [id], moveTo });
      return runForPage(page, context, plan, back, { messageOf: removedMessage });
    },
  });
  const targets = (await listCategories(context, { type: row.type }))
    .filter((other) => other.id !== id)
    .map((other) => ({ value: other.id, text: other.name }));
  return { row, count, back, form, targets };
}
