import type { APIRoute } from 'astro';
import { restore } from '../_archiving.ts';

/** Restores an archived or hidden category. */
export const POST: APIRoute = (page) => restore(page, page.params.id ?? '', '/categories');

export const GET: APIRoute = ({ redirect }) => redirect('/categories', 302);
