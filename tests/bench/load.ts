import autocannon from 'autocannon';
import { processorTime } from './processes.ts';

export interface Target {
  url: string;
  pid: number;
  headers?: Record<string, string>;
  /** 200 by default. */
  status?: number;
}

export interface Load {
  requestsPerSecond: number;
  /** Milliseconds of the server's processor time, all threads together. */
  processorTimePerRequest: number;
}

const CONNECTIONS = 8;

/** Sends requests as fast as a server answers for some seconds. @throws Error for another status than expected */
export async function put(target: Target, duration: number): Promise<Load> {
  const before = processorTime(target.pid);
  const { url, headers = {}, status = 200 } = target;
  const result = await autocannon({
    url,
    headers,
    duration,
    connections: CONNECTIONS,
  });
  const { errors, timeouts, statusCodeStats } = result;
  const others = Object.keys(statusCodeStats).filter((code) => Number(code) !== status);
  if (errors + timeouts + others.length > 0) {
    throw new Error(`${url}: ${errors} errors, ${timeouts} timeouts, answers of ${others}.`);
  }
  return {
    requestsPerSecond: result.requests.total / result.duration,
    processorTimePerRequest: (processorTime(target.pid) - before) / result.requests.total,
  };
}
