import { setTimeout as wait } from 'node:timers/promises';

// SQLite's codes for busy, locked, read-only, input and output, full, and cannot open.
const SQLITE_CODES = new Set([5, 6, 8, 10, 13, 14]);

// PostgreSQL: connection, shutdown. Node: an unreachable server.
const LOST =
  /^(08...|57P0[1235]|25P03|ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;

// The driver sets no code for these errors.
const LOST_MESSAGES =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed)/;

// PostgreSQL: resources, read-only, a changed password or database, a statement that took too long. Node: too few file handles for a thread.
const CODES = /^(53...|25006|28...|3D000|57014|ERR_WORKER_INIT_FAILED)$/;

// What a replica has to replay may end its reads; their code is that of any conflict.
const ENDED_BY_REPLICA = /conflict with recovery/;

export function isBusy(error: unknown): boolean {
  const { errcode } = (error ?? {}) as { errcode?: unknown };
  return typeof errcode === 'number' && (errcode & 0xff) === 5;
}

/** If so, another connection to PostgreSQL may work. */
export function isLostConnection(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return LOST.test(String((error as { code?: unknown }).code)) || LOST_MESSAGES.test(error.message);
}

/** Whether a database error is temporary or in the host's storage, rather than a bug. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { errcode, code } = error as { errcode?: unknown; code?: unknown };
  if (typeof errcode === 'number') return SQLITE_CODES.has(errcode & 0xff);
  return isLostConnection(error) || CODES.test(String(code)) || ENDED_BY_REPLICA.test(error.message);
}

/** Milliseconds. */
const MAX_WAIT = 500;

/** Waits briefly for a write that a read does not depend on; null if it still waits or the storage refuses it. */
export function withTimeout<Result>(work: Promise<Result>): Promise<Result | null> {
  const refused = (error: unknown) => {
    if (isUnavailable(error)) return null;
    throw error;
  };
  return Promise.race([work.catch(refused), wait(MAX_WAIT, null, { ref: false })]);
}
