import '../../../traces.ts';
import { buffer } from 'node:stream/consumers';
import {
  type BankFile,
  type FileRow,
  type Mapping,
  UnreadableFile,
  type UnreadableReason,
} from '../bank-file.ts';
import { readBytes } from './read-bytes.ts';

/** What is sent beside the bytes of the file, which are the standard input. */
export interface Given {
  mapping: Mapping | undefined;
}

/** Sends rows in batches, each on request, and the rest of the file at the end; or the reason why it is unreadable. */
export type FromReader =
  | { rows: FileRow[] }
  | { file: Omit<BankFile, 'rows'> }
  | { unreadable: UnreadableReason; line: number | null; error?: string | undefined };

/** Rows that the receiving process copies at once, within a few milliseconds. */
const BATCH = 2000;

// Runs in a process of its own, which `read-file.ts` starts for one file.
const send = (message: FromReader) => process.send?.(message);

process.once('message', async ({ mapping }: Given) => {
  try {
    const { rows, ...file } = readBytes(await buffer(process.stdin), { mapping });
    let sent = 0;
    const next = () => {
      if (sent >= rows.length) send({ file });
      else send({ rows: rows.slice(sent, sent + BATCH) });
      sent += BATCH;
    };
    process.on('message', next);
    next();
  } catch (error) {
    if (error instanceof UnreadableFile) send({ unreadable: error.reason, line: error.line });
    // A bug of ours: the person gets an answer, and the log has the error.
    else send({ unreadable: 'unreadable', line: null, error: String((error as Error).stack ?? error) });
  }
});
