import type { APIRoute } from 'astro';
import { readTemplate } from '../../../domain/recurring/templates/read-templates.ts';
import { takeBackTemplate } from '../../../domain/recurring/templates/remove-template.ts';
import { takeBack } from '../../../http/pages/take-back.ts';

export const POST: APIRoute = (page) =>
  takeBack(page, {
    list: '/recurring',
    remove: takeBackTemplate,
    read: async (context, id) => (await readTemplate(context, id)).row.name,
    deleted: (t, name) => t('recurring:manager.deleted', { name }),
    gone: (t) => t('recurring:manager.gone'),
  });

/** A GET request, such as from a bookmark, changes nothing. */
export const GET: APIRoute = ({ redirect }) => redirect('/recurring', 302);
