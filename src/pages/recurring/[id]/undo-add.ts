import type { APIRoute } from 'astro';
import { readTemplate } from '../../../domain/recurring/templates/read.ts';
import { undoAddTemplate } from '../../../domain/recurring/templates/remove.ts';
import { undoAdd } from '../../../http/pages/undo-add.ts';

export const POST: APIRoute = (page) =>
  undoAdd(page, {
    list: '/recurring',
    remove: undoAddTemplate,
    read: async (context, id) => (await readTemplate(context, id)).row.name,
    deleted: (t, name) => t('recurring:manager.deleted', { name }),
    gone: (t) => t('recurring:manager.gone'),
  });

export const GET: APIRoute = ({ redirect }) => redirect('/recurring', 302);
