import { ApiError } from '../api-client.ts';

/** What to tell the person of a failed call: a text key, or the server's own words. */
export function faultOf(error: unknown): string {
  if (!(error instanceof ApiError)) return 'transactions:dialog.failed';
  if (error.code === 'TIMEOUT_ERROR') return 'transactions:dialog.timeout';
  if (error.status === 0) return 'transactions:dialog.offline';
  return error.message || 'transactions:dialog.failed';
}
