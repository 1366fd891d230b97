import type { APIRoute } from 'astro';
import { returnTo } from '../../http/pages/return-to.ts';
import { pressedRow } from '../../http/pages/submit.ts';
import { setArchived } from './_archiving.ts';

/** Handles the button of a row, or one for the ticked rows, which a page of its own confirms. */
export const POST: APIRoute = (page) => {
  const { form } = page.locals;
  const back = returnTo(String(form?.get('return') ?? '/categories'));
  for (const action of ['restore', 'archive'] as const) {
    const id = pressedRow(form, `${action}:`);
    if (id !== undefined) return setArchived(page, action, { id, back });
  }
  const ids = (form?.getAll('id') ?? []).map((id) => ['id', String(id)]);
  return page.redirect(
    `/categories/${form?.has('merge') ? 'merge' : 'delete'}?${new URLSearchParams(ids)}`,
    303,
  );
};

export const GET: APIRoute = ({ redirect }) => redirect('/categories', 302);
