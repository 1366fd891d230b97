import '../traces.ts';
import { parentPort, workerData } from 'node:worker_threads';
import { openFileToRead } from './sqlite.ts';

/** Statements run in the order of their messages. */
export interface Question {
  sql: string;
  parameters: readonly unknown[];
}

/** The rows, or the parts of an error, which would lose its code in a message. */
export type Answer = { rows: unknown[] } | { message: string; code: unknown; errcode: unknown };

const file = openFileToRead(workerData.file);

parentPort?.on('message', (question: Question) => parentPort?.postMessage(answerTo(question)));

function answerTo({ sql, parameters }: Question): Answer {
  try {
    return { rows: file.execute(sql, parameters).rows };
  } catch (error) {
    const { message, code, errcode } = error as Error & { code?: string; errcode?: number };
    return { message, code, errcode };
  }
}
