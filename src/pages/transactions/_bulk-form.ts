import type { AstroGlobal } from 'astro';
import * as v from 'valibot';
import { localNow } from '../../domain/calendar.ts';
import type { SignedIn } from '../../domain/context.ts';
import { actOnSelection, type BulkResult } from '../../domain/transactions/bulk-act.ts';
import { bulkChangesSchema } from '../../domain/transactions/bulk-schema.ts';
import type { Selection } from '../../domain/transactions/bulk-selection.ts';
import { transactionFormSchema } from '../../domain/transactions/schema.ts';
import { createOnce } from '../../door/create-once.ts';
import type { Refused } from '../../door/page.ts';
import { submit } from '../../door/page.ts';
import { returnTo } from '../../door/return-to.ts';
import { readAddress } from './_list-address.ts';
import { readListQuery } from './_list-query.ts';

/** What can be done to a selection, as the buttons of the list name it. */
export const BULK_ACTS = ['delete', 'category', 'type', 'date'] as const;

export type BulkAct = (typeof BULK_ACTS)[number];

/** What the list sent: the selection, what to do with it, and where to go back to. */
export interface BulkForm {
  act: BulkAct | undefined;
  /** Null where nothing was selected. */
  selection: Selection | null;
  /** The filter as its address writes it; null for a selection by ids. */
  filter: string | null;
  back: string;
}

/** Reads what the list, or the confirmation itself, has sent. */
export async function readBulkForm({ locals }: AstroGlobal, context: SignedIn): Promise<BulkForm> {
  const { form } = locals;
  const text = (name: string) => {
    const value = form?.get(name);
    return typeof value === 'string' ? value : null;
  };
  const filter = text('filter');
  const ids = [...new Set((form?.getAll('ids') ?? []).map(String))];
  return {
    act: BULK_ACTS.find((act) => act === text('act')),
    selection: filter === null ? (ids.length > 0 ? { ids } : null) : await byFilter(context, filter),
    filter,
    back: returnTo(text('return') ?? '/transactions'),
  };
}

async function byFilter(context: SignedIn, filter: string): Promise<Selection> {
  const given = readAddress(new URLSearchParams(filter), context.viewer.preferences);
  return { filter: (await readListQuery(context, given)).input };
}

/** Does what was confirmed and leaves a message for the list. */
export function submitBulk(
  page: AstroGlobal,
  context: SignedIn,
  { act, back, selection }: { act: BulkAct; back: string; selection: Selection },
): Promise<Response | Refused> {
  const today = localNow(context.now, context.viewer.preferences.timezone).date;
  return submit(page, {
    schema: confirmationSchema(act, today),
    async act({ told, ...changes }) {
      const wanted = { told, changes: act === 'delete' ? null : changes };
      const result: BulkResult = JSON.parse(
        await createOnce(page, context, async (inside) =>
          JSON.stringify(await actOnSelection(inside, selection, wanted)),
        ),
      );
      tell(page, act === 'delete' ? 'delete' : 'update', result);
      return { to: back };
    },
  });
}

function confirmationSchema(act: BulkAct, today: string) {
  const { categoryId } = bulkChangesSchema(today).entries;
  const { date, type } = transactionFormSchema(today).entries;
  return v.object({
    told: v.pipe(v.optional(v.string(), '0'), v.transform(Number)),
    categoryId: act === 'category' ? categoryId : v.optional(v.undefined()),
    type: act === 'type' ? type : v.optional(v.undefined()),
    date: act === 'date' ? date : v.optional(v.undefined()),
  });
}

function tell({ locals }: AstroGlobal, operation: 'delete' | 'update', { done, failed, undoId }: BulkResult) {
  const { t } = locals;
  const missed = failed > 0 ? t(`transactions:bulk.${operation}Failed`, { count: failed }) : '';
  if (done === 0) {
    locals.leaveFlash('error', operation === 'delete' ? t('transactions:bulkDeleteFailed') : missed);
    return;
  }
  const well =
    operation === 'delete' && !missed
      ? 'transactions:bulkDeleteSuccess'
      : (`transactions:bulk.${operation}Success` as const);
  locals.leaveFlash(
    missed ? 'info' : 'success',
    [t(well, { count: done }), missed].filter(Boolean).join(' '),
    { undoId },
  );
}
