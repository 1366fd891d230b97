// SQLite's codes for busy, locked, read-only, input and output, full, and cannot open; extended codes begin with them.
const SQLITE_CODES = new Set([5, 6, 8, 10, 13, 14]);

// PostgreSQL: connection, resources, shutdown, read-only. Node: a server that is away, too few files for a thread.
const CODES =
  /^(08...|53...|57P0[123]|25006|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|ERR_WORKER_INIT_FAILED)$/;

// The driver gives these errors no code.
const MESSAGES =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/;

/** Whether another connection has locked the SQLite file. */
export function isBusy(error: unknown): boolean {
  const { errcode } = (error ?? {}) as { errcode?: unknown };
  return typeof errcode === 'number' && (errcode & 0xff) === 5;
}

/** Whether an error of the database passes by itself or once the host repairs its storage, rather than a fault of ours. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { errcode, code } = error as { errcode?: unknown; code?: unknown };
  if (typeof errcode === 'number') return SQLITE_CODES.has(errcode & 0xff);
  return CODES.test(String(code)) || MESSAGES.test(error.message);
}
