import type { APIRoute } from 'astro';
import { readTransfer, removeTransfer } from '../../../../domain/transactions/transfers/transfers.ts';
import { undoAdd } from '../../../../http/pages/undo-add.ts';

export const POST: APIRoute = (page) =>
  undoAdd(page, {
    list: '/transactions',
    async remove(context, { id, basedOn }) {
      const { from } = await readTransfer(context, id);
      const { undoId } = await removeTransfer(context, { id, basedOn: basedOn ?? from.created_at });
      return { name: from.description, undoId };
    },
    read: async (context, id) => (await readTransfer(context, id)).from.description,
    deleted: (t) => t('transactions:transfer.deleted'),
    gone: (t) => t('transactions:undoAdd.gone'),
  });

/** A GET request, such as from a bookmark, changes nothing. */
export const GET: APIRoute = ({ redirect }) => redirect('/transactions', 302);
