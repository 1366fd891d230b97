import { isOpening } from '../../domain/ledger/opening.ts';
import type { DialogTransaction } from '../../stores/transaction-dialog.ts';
import type { Translate } from '../translate.ts';

/** What a transaction is, in words: an opening balance is neither income nor an expense. */
export function kindInWords({ type, category_id, category_name }: DialogTransaction, t: Translate): string {
  return (isOpening(category_id) && category_name) || t(`transactions:form.${type}`);
}
