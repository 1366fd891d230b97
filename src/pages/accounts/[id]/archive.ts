import type { APIRoute } from 'astro';
import { ARCHIVE, changeByButton } from '../_archiving.ts';

export const POST: APIRoute = (page) => {
  const id = page.params.id ?? '';
  return changeByButton(page, { id, back: `/accounts/${id}`, ...ARCHIVE });
};

export const GET: APIRoute = ({ redirect }) => redirect('/accounts', 302);
