import type { APIRoute } from 'astro';
import { setArchived } from '../_archiving.ts';

export const POST: APIRoute = (page) =>
  setArchived(page, 'archive', { id: page.params.id ?? '', back: '/categories' });

export const GET: APIRoute = ({ redirect }) => redirect('/categories', 302);
