import type { DialogTransaction } from '../../browser/core/page/dialog-settings.ts';
import type { Translate } from '../../browser/core/texts/translate.ts';
import { isOpening } from '../../domain/ledger/opening.ts';

/** What a transaction is, in words: an opening balance is neither income nor an expense. */
export function kindInWords({ type, category_id, category_name }: DialogTransaction, t: Translate): string {
  return (isOpening(category_id) && category_name) || t(`transactions:form.${type}`);
}
