import { useEffect, useState } from 'react';
import { type CategoryChoice, loadCategories, loadCategory } from '../../stores/categories.ts';
import type { DialogMode, DialogRequest, DialogTransaction } from '../../stores/transaction-dialog.ts';
import { loadTransaction } from '../../stores/transactions.ts';
import { ApiError } from '../api-client.ts';
import { faultOf } from './fault-of.ts';

/** The modes that show the form. */
export const WITH_FORM: DialogMode[] = ['add', 'edit', 'duplicate'];

interface Data {
  state: 'loading' | 'ready' | 'failed';
  transaction?: DialogTransaction | undefined;
  categories: CategoryChoice[];
  /** Why it failed: a text key or words. */
  message: string;
}

const NOTHING: Data = { state: 'loading', categories: [], message: '' };

/** Fetches what the dialog needs for a request: the transaction it speaks of, and the categories for a form. */
export function useDialogData(request: DialogRequest): Data & { retry: () => void } {
  const [data, setData] = useState<Data>({ ...NOTHING, transaction: request.transaction });
  const [attempt, setAttempt] = useState({ request });

  useEffect(() => {
    let current = true;
    fetchData(attempt.request).then(
      (fetched) => current && setData({ ...NOTHING, ...fetched, state: 'ready' }),
      (error) => current && setData({ ...NOTHING, state: 'failed', message: faultOf(error) }),
    );
    return () => {
      current = false;
    };
  }, [attempt]);

  const retry = () => {
    setData(NOTHING);
    setAttempt({ request });
  };
  return { ...data, retry };
}

async function fetchData({ mode, id, transaction }: DialogRequest) {
  const isNew = mode === 'add' || mode === 'recurring';
  // Whoever edits must know which version it is.
  const known = mode === 'edit' && !transaction?.updated_at ? undefined : transaction;
  const [found, categories] = await Promise.all([
    known ?? (isNew ? undefined : fetchTransaction(id)),
    WITH_FORM.includes(mode) ? loadCategories() : [],
  ]);
  return { transaction: found, categories: await withOwn(categories, found?.category_id) };
}

// An archived category is offered to nobody but the transaction that has it: saving must not take it away.
async function withOwn(categories: CategoryChoice[], id: string | null | undefined) {
  if (!id || categories.length === 0 || categories.some((category) => category.id === id)) return categories;
  return [...categories, await loadCategory(id)];
}

async function fetchTransaction(id: string | undefined): Promise<DialogTransaction> {
  if (!id) throw new ApiError(404, 'NOT_FOUND', 'errors:NOT_FOUND');
  return loadTransaction(id);
}
