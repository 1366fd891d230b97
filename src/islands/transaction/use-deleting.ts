import { useRef, useState } from 'react';
import type { DialogTransaction } from '../../stores/transaction-dialog.ts';
import { api } from '../api-client.ts';
import { faultOf } from './fault-of.ts';
import type { Deletion } from './refresh-page.ts';
import type { Choice } from './SeriesPart.tsx';
import { useSay } from './say.ts';

const QUERIES = { single: '', future: '?deleteFuture=true', all: '?deleteAll=true' };

/** Deletes a transaction, with as much of its series as was chosen; nothing is sent a second time. */
export function useDeleting(
  transaction: DialogTransaction,
  onDeleted: (message: string, deletion: Deletion) => void,
) {
  const say = useSay();
  const [fault, setFault] = useState('');
  const [waiting, setWaiting] = useState(false);
  const deleting = useRef(false);

  const remove = async ({ scope, messageOf }: Choice) => {
    if (deleting.current) return;
    deleting.current = true;
    setWaiting(true);
    setFault('');
    try {
      const { deleted, undoId } = await send(transaction, scope);
      const template = scope === 'all' ? transaction.template_id : undefined;
      if (deleted > 0)
        onDeleted(messageOf?.(deleted) ?? say('transactions:deleteSuccess'), { undoId, template });
      else setFault('transactions:deleteFailed');
    } catch (error) {
      setFault(faultOf(error, 'errors:deletingFailed'));
    } finally {
      deleting.current = false;
      setWaiting(false);
    }
  };
  return { fault, waiting, remove };
}

async function send({ type, id }: DialogTransaction, scope: Choice['scope']) {
  const path = `/transactions/${type}/${encodeURIComponent(id)}${QUERIES[scope]}`;
  const answer = await api<{ deleted_count: number; undo_id: string }>(path, { method: 'DELETE' });
  return { deleted: answer.deleted_count, undoId: answer.undo_id };
}
