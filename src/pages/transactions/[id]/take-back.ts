import type { APIRoute } from 'astro';
import { readTransaction } from '../../../domain/transactions/read.ts';
import { takeBackTransaction } from '../../../domain/transactions/remove.ts';
import { takeBack } from '../../../http/pages/take-back.ts';
import { naming } from '../../../i18n/isolated.ts';

export const POST: APIRoute = (page) =>
  takeBack(page, {
    list: '/transactions',
    async remove(context, transaction) {
      const { row, undoId } = await takeBackTransaction(context, transaction);
      return { name: row.description, undoId };
    },
    read: async (context, id) => (await readTransaction(context, id)).row.description,
    deleted: (t, name) => naming(t('transactions:deleteSuccess'), name),
    gone: (t) => t('transactions:takeBack.gone'),
  });

/** A GET request, such as from a bookmark, changes nothing. */
export const GET: APIRoute = ({ redirect }) => redirect('/transactions', 302);
