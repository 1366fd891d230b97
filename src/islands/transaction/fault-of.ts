import { ApiError } from '../api-client.ts';

/** What to tell the person of a failed call: the server's own words or a text key, `otherwise` where nothing says more. */
export function faultOf(error: unknown, otherwise = 'transactions:dialog.failed'): string {
  if (!(error instanceof ApiError)) return otherwise;
  if (error.code === 'TIMEOUT_ERROR') return 'transactions:dialog.timeout';
  if (error.status === 0) return 'transactions:dialog.offline';
  return error.message || otherwise;
}
