import { type Failure, failureOfError, within } from './attempts.ts';
import { SERVER_TIMEOUT } from './limits.ts';

/** Asks once whether the server answers, in any state; null if so. The API client may not be loaded yet. */
export async function askHealth(): Promise<Failure | null> {
  const signal = within(SERVER_TIMEOUT);
  try {
    const { status, headers } = await fetch('/health', { method: 'HEAD', cache: 'no-store', signal });
    if (headers.has('x-request-id')) return null;
    return status >= 500 ? 'server' : 'network';
  } catch (error) {
    return failureOfError(signal.aborted ? signal.reason : error);
  }
}
