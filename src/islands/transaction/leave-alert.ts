import { toastAfterNavigation } from '../../browser/toast.ts';
import type { DialogTransaction } from '../../stores/transaction-dialog.ts';
import { checkQuietly } from './check-quietly.ts';

const PATIENCE = 1000;

/** Leaves a word for the next page if a transaction that was just recorded differs from what is usual. */
export async function leaveAlert(recorded: DialogTransaction): Promise<void> {
  const found = await checkQuietly(recorded, AbortSignal.timeout(PATIENCE));
  if (found?.security_alert) toastAfterNavigation('warning', found.security_alert);
}
