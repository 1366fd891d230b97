import type { TransactionData } from '../../../api/shapes/transactions.ts';
import type { FieldName } from '../../../domain/transactions/fields.ts';

/** A transaction as the API returns it; an event may carry fewer fields. */
export type DialogTransaction = Pick<TransactionData, 'id' | FieldName> & Partial<TransactionData>;
