import { type Failure, failureOfError, within } from './attempts.ts';
import { SERVER_TIMEOUT } from './limits.ts';

/**
 * Asks once whether the server answers, with the browser's own `fetch`: the API client would have to be loaded first, and
 * this is no call of the API. Null means that it does, in whatever state it is; every answer of ours has an id.
 */
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
