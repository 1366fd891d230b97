import type { DialogTransaction } from '../../stores/transaction-dialog.ts';

/** What the server's rules say of a transaction. */
interface Check {
  /** Words in the person's language, if it differs from what is usual. */
  security_alert: string | null;
  /** The likeliest first. */
  possible_duplicates: DialogTransaction[];
}

/**
 * Asks what the rules say of a transaction. No answer is no reason to trouble anybody who is at work: neither with a
 * message nor, unlike other calls, with a sign-in.
 */
export async function checkQuietly(transaction: object, signal: AbortSignal): Promise<Check | undefined> {
  try {
    const response = await fetch('/api/v1/transactions/check', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(transaction),
      signal,
    });
    return response.ok ? (await response.json()).data : undefined;
  } catch {
    return undefined;
  }
}
