import type { APIRoute } from 'astro';
import { changeByButton, RESTORE } from '../_archiving.ts';

export const POST: APIRoute = (page) => {
  const id = page.params.id ?? '';
  return changeByButton(page, { id, back: `/accounts/${id}`, ...RESTORE });
};

export const GET: APIRoute = ({ redirect }) => redirect('/accounts', 302);
