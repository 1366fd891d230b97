import { todayOf } from '../../calendar.ts';
import type { Operating, Writing } from '../../context.ts';
import { DomainError } from '../../error.ts';
import { type BankFile, type Mapping, UnreadableFile } from '../bank-file.ts';
import { isOwnFile, type OwnFile, readOwnFile } from '../reading/own-file.ts';
import { readBankFile } from '../reading/read-file.ts';
import { findMapping } from '../remembered.queries.ts';

/** What reading a file needs besides a context; it runs in a process of its own. */
export type Importing = Writing & Pick<Operating, 'bankFileReader'>;

/** Reads a file with the mapping that is stored for its header. */
export async function readContent(
  context: Importing,
  name: string,
  bytes: Uint8Array,
  given?: Mapping,
): Promise<BankFile | OwnFile> {
  const { db, viewer } = context;
  try {
    if (isOwnFile(bytes)) return await readOwnFile(bytes, todayOf(context));
    const file = await readBankFile(context, bytes, { mapping: given });
    if (given || !file.question) return file;
    const remembered = await findMapping(db, viewer.id, file.question.shape);
    return remembered
      ? await readBankFile(context, bytes, { mapping: JSON.parse(remembered) as Mapping })
      : file;
  } catch (error) {
    throw error instanceof UnreadableFile ? refusal(error, name) : error;
  }
}

const REFUSALS = {
  empty: ['FILE_EMPTY', 400],
  unreadable: ['FILE_UNREADABLE', 400],
  too_slow: ['FILE_UNREADABLE', 400],
  unsupported: ['FILE_UNSUPPORTED', 400],
  dos_hebrew: ['FILE_UNSUPPORTED', 400],
  archive: ['FILE_UNSUPPORTED', 400],
  too_large: ['FILE_TOO_LARGE', 413],
} as const satisfies Record<UnreadableFile['reason'], unknown>;

export function refusal(
  { reason, line }: Pick<UnreadableFile, 'reason' | 'line'>,
  name: string,
): DomainError {
  const [code, status] = REFUSALS[reason];
  return new DomainError(code, status, {
    details: { file: name, line, reason },
    values: { file: name, line: String(line ?? '') },
    ...(reason === 'unreadable' && line !== null && { message: 'import:unreadableAt' }),
    ...(reason === 'dos_hebrew' && { message: 'import:dosHebrew' }),
    ...(reason === 'archive' && { message: 'import:archive' }),
    ...(reason === 'too_slow' && { message: 'import:tooSlow' }),
  });
}
