import type { APIRoute } from 'astro';
import { returnTo } from '../../http/pages/return-to.ts';
import { pressedRow } from '../../http/pages/row-button.ts';
import { RESTORE, restore } from './_restore.ts';

/** The submission of the tables: the button of a row, or that for the ticked rows, which is confirmed on its own page. */
export const POST: APIRoute = (page) => {
  const { form } = page.locals;
  const restored = pressedRow(form, RESTORE);
  if (restored !== undefined)
    return restore(page, restored, returnTo(String(form?.get('return') ?? '/categories')));
  const chosen = (form?.getAll('id') ?? []).map((id) => ['id', String(id)]);
  return page.redirect(`/categories/delete?${new URLSearchParams(chosen)}`, 303);
};

/** A GET request, such as from a bookmark, changes nothing. */
export const GET: APIRoute = ({ redirect }) => redirect('/categories', 302);
