import { type DialogMode, type DialogRequest, pageOf } from '../../stores/transaction-dialog.ts';
import type { DialogTransaction } from '../core/page/dialog-settings.ts';

/** The dialog request of a `transaction:…` event, and the page that does the same without the dialog. */
export function dialogRequest(mode: DialogMode, event: Event): [DialogRequest, string] {
  const transaction = detailOf(event);
  const isComplete = mode !== 'add' && transaction?.type && transaction.description !== undefined;
  const request: DialogRequest = {
    mode,
    id: transaction?.id,
    templateId: transaction?.template_id ?? undefined,
    transaction: isComplete ? (transaction as DialogTransaction) : undefined,
    start: transaction,
    theirs: transaction?.theirs,
    offlineId: transaction?.offlineId,
    opener: document.activeElement instanceof HTMLElement ? document.activeElement : undefined,
  };
  return [request, pageOf(request)];
}

// Fields may be named as in requests (`categoryId`) or as in answers (`category_id`).
function detailOf(
  event: Event,
): (Partial<DialogTransaction> & Pick<DialogRequest, 'theirs' | 'offlineId'>) | undefined {
  const detail: object | null = event instanceof CustomEvent ? event.detail : null;
  if (!detail) return undefined;
  const inSnakeCase = Object.entries(detail).map(([name, value]) => [
    name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    value,
  ]);
  return { ...Object.fromEntries(inSnakeCase), ...detail };
}
