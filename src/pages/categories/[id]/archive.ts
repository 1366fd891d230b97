import type { APIRoute } from 'astro';
import { archive } from '../_archiving.ts';

/** Archives a category. */
export const POST: APIRoute = (page) => archive(page, page.params.id ?? '', '/categories');

export const GET: APIRoute = ({ redirect }) => redirect('/categories', 302);
