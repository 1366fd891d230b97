import autocannon, { type Request } from 'autocannon';
import { processorTime } from './processes.ts';

export interface Target {
  url: string;
  pid: number;
  headers?: Record<string, string>;
  /** Asks each time at an address of its own, so that no page can have been kept. */
  anew?: boolean;
}

export interface Load {
  requestsPerSecond: number;
  /** Milliseconds of the server's processor time, all threads together. */
  processorTimePerRequest: number;
}

const CONNECTIONS = 8;

/**
 * Asks a server as fast as it answers for some seconds.
 * @throws Error when it answers with anything but success
 */
export async function put(target: Target, duration: number): Promise<Load> {
  const before = processorTime(target.pid);
  const { url, headers = {} } = target;
  const requests = target.anew ? [{ setupRequest: askAnew }] : undefined;
  const result = await autocannon({
    url,
    headers,
    duration,
    connections: CONNECTIONS,
    ...(requests && { requests }),
  });
  const { errors, timeouts, non2xx } = result;
  if (errors + timeouts + non2xx > 0) {
    throw new Error(`${url}: ${errors} errors, ${timeouts} timeouts, ${non2xx} answers that are no success.`);
  }
  return {
    requestsPerSecond: result.requests.total / result.duration,
    processorTimePerRequest: (processorTime(target.pid) - before) / result.requests.total,
  };
}

let asked = 0;

function askAnew(request: Request): Request {
  asked += 1;
  return { ...request, path: `${(request.path ?? '/').split('?')[0]}?asked=${asked}` };
}
