import type { APIRoute } from 'astro';

/** Imports are listed where files are given. */
export const GET: APIRoute = ({ redirect }) => redirect('/import', 302);
