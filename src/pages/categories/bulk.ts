import type { APIRoute } from 'astro';
import { returnTo } from '../../http/pages/return-to.ts';
import { pressedRow } from '../../http/pages/submit.ts';
import { ARCHIVE, archive, RESTORE, restore } from './_archiving.ts';

/** The submission of the tables: the button of a row, or one for the ticked rows, which is confirmed on a page of its own. */
export const POST: APIRoute = (page) => {
  const { form } = page.locals;
  const back = returnTo(String(form?.get('return') ?? '/categories'));
  const restored = pressedRow(form, RESTORE);
  if (restored !== undefined) return restore(page, restored, back);
  const archived = pressedRow(form, ARCHIVE);
  if (archived !== undefined) return archive(page, archived, back);
  const chosen = (form?.getAll('id') ?? []).map((id) => ['id', String(id)]);
  const act = form?.has('merge') ? 'merge' : 'delete';
  return page.redirect(`/categories/${act}?${new URLSearchParams(chosen)}`, 303);
};

export const GET: APIRoute = ({ redirect }) => redirect('/categories', 302);
