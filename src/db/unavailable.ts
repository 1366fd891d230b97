// SQLite's codes for busy, locked, read-only, input and output, full, and cannot open; extended codes begin with them.
const SQLITE_CODES = new Set([5, 6, 8, 10, 13, 14]);

// PostgreSQL: connection, shutdown. Node: a server that is away.
const LOST =
  /^(08...|57P0[1235]|25P03|ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;

// The driver gives these errors no code.
const LOST_MESSAGES =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed)/;

// PostgreSQL: resources, read-only, a password or a database that the host has changed. Node: too few files for a thread.
const CODES = /^(53...|25006|28...|3D000|ERR_WORKER_INIT_FAILED)$/;

/** Whether another connection has locked the SQLite file. */
export function isBusy(error: unknown): boolean {
  const { errcode } = (error ?? {}) as { errcode?: unknown };
  return typeof errcode === 'number' && (errcode & 0xff) === 5;
}

/** Whether an error is the end of a connection to PostgreSQL: another connection may work. */
export function isLostConnection(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return LOST.test(String((error as { code?: unknown }).code)) || LOST_MESSAGES.test(error.message);
}

/** Whether an error of the database passes by itself or once the host repairs its storage, rather than an error of ours. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { errcode, code } = error as { errcode?: unknown; code?: unknown };
  if (typeof errcode === 'number') return SQLITE_CODES.has(errcode & 0xff);
  return isLostConnection(error) || CODES.test(String(code));
}
