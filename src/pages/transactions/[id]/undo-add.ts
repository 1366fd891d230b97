import type { APIRoute } from 'astro';
import { readTransaction } from '../../../domain/transactions/read.ts';
import { undoAddTransaction } from '../../../domain/transactions/remove.ts';
import { undoAdd } from '../../../http/pages/undo-add.ts';
import { naming } from '../../../i18n/isolated.ts';

export const POST: APIRoute = (page) =>
  undoAdd(page, {
    list: '/transactions',
    async remove(context, transaction) {
      const { row, undoId } = await undoAddTransaction(context, transaction);
      return { name: row.description, undoId };
    },
    read: async (context, id) => (await readTransaction(context, id)).row.description,
    deleted: (t, name) => naming(t('transactions:deleteSuccess'), name),
    gone: (t) => t('transactions:undoAdd.gone'),
  });

/** A GET request, such as from a bookmark, changes nothing. */
export const GET: APIRoute = ({ redirect }) => redirect('/transactions', 302);
