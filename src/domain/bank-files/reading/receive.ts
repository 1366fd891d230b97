import { isEmptyAccount, stageImport } from '../../account-files/account-imports.ts';
import type { Writing } from '../../context.ts';
import { invalid } from '../../error.ts';
import { fileName } from '../preview/new-import.ts';
import { refusal } from '../preview/read-content.ts';
import { isOwnFile } from './own-file.ts';
import { BANK_FILE_MOST } from './read-file.ts';

/** A file that has arrived; that of an account goes as a whole into an empty one, checked on its way (`stageImport`). */
type Received = { bytes: Uint8Array } | { staged: Awaited<ReturnType<typeof stageImport>> };

/** How many bytes identify the kind of a file. */
const HEAD = 4096;

/**
 * Receives a file, and detects its kind from its first bytes.
 * @throws DomainError FILE_TOO_LARGE (413), and what `stageImport` throws
 */
export async function receiveFile(
  context: Writing,
  name: string,
  chunks: AsyncIterable<Uint8Array>,
): Promise<Received> {
  const source = chunks[Symbol.asyncIterator]();
  const start: Uint8Array[] = [];
  let size = 0;
  let isChecked = false;
  for (;;) {
    const { done, value } = await source.next();
    if (!done) {
      start.push(value);
      size += value.length;
    }
    if (!isChecked && (done || size >= HEAD)) {
      isChecked = true;
      const isWhole = isOwnFile(Buffer.concat(start)) && (await isEmptyAccount(context));
      if (isWhole) return { staged: await stageImport(context, continued(start, source), fileName(name)) };
    }
    if (done) return { bytes: Buffer.concat(start) };
    if (size > BANK_FILE_MOST) throw refusal({ reason: 'too_large', line: null }, name);
  }
}

async function* continued(
  start: readonly Uint8Array[],
  source: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  yield* start;
  for (;;) {
    const { done, value } = await source.next();
    if (done) return;
    yield value;
  }
}

/** The id of a checked file of an account. @throws DomainError VALIDATION_ERROR that names its lines */
export function requireStaged(staged: Awaited<ReturnType<typeof stageImport>>): string {
  if ('id' in staged) return staged.id;
  throw invalid(
    ...staged.errors.map(({ line, field, message }) => ({ field: `${line}: ${field}`, message })),
  );
}
