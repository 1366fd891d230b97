import * as v from 'valibot';
import { manySchema, typeSchema } from '../../schemas.ts';
import { dateSchema, transactionChangesSchema } from '../schema.ts';

/** Per request. */
const CREATE_MOST = 500;

/** Per request. */
const IDS_MOST = 20_000;

const transactionIds = v.optional(
  v.pipe(
    v.array(v.string('errors:valueInvalid'), 'errors:bulkIdsRequired'),
    v.minLength(1, 'errors:bulkIdsRequired'),
    v.maxLength(IDS_MOST, 'errors:bulkIdsMost'),
    v.transform((ids) => [...new Set(ids)]),
  ),
  [],
);

export const bulkCreateSchema = v.object({
  transactions: manySchema('Items as in POST /transactions/transaction.', CREATE_MOST, {
    required: 'errors:bulkTransactionsRequired',
    most: 'errors:bulkTransactionsMost',
  }),
});

export const bulkDeleteSchema = v.object({ transactionIds });

/** `categoryId: null` removes the category. */
function bulkChangesSchema(today: string) {
  return v.object(
    {
      categoryId: transactionChangesSchema(today).entries.categoryId,
      accountId: transactionChangesSchema(today).entries.accountId,
      type: v.optional(typeSchema),
      date: v.optional(dateSchema(today)),
    },
    'errors:bulkChangesRequired',
  );
}

export type BulkChanges = v.InferOutput<ReturnType<typeof bulkChangesSchema>>;

export function bulkUpdateSchema(today: string) {
  const hasChange = (changes: object) => Object.values(changes).some((value) => value !== undefined);
  return v.object({
    transactionIds,
    changes: v.optional(
      v.pipe(bulkChangesSchema(today), v.check(hasChange, 'errors:bulkChangesRequired')),
      {},
    ),
  });
}

const undoIdSchema = v.pipe(
  v.string('errors:valueInvalid'),
  v.regex(/^[\da-f-]{36}$/, 'errors:valueInvalid'),
);

export const restoreSchema = v.object({ undoId: undoIdSchema });
