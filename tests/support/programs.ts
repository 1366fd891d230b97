import { buildIsCurrent } from '../../scripts/fingerprint.ts';

const ROOT = new URL('../../', import.meta.url);
const built = buildIsCurrent();

/** The built program where it is current: its source takes three times as long to start. */
const program = (name: string, source: string) =>
  new URL(built ? `dist/server/${name}.mjs` : `src/${source}.ts`, ROOT);

export const BANK_FILE_READER = program('bank-file-reader', 'domain/bank-files/reading/reader-process');
export const READING_THREAD = program('reading-thread', 'db/reading-thread');
export const STATEMENT_THREAD = program('statement-thread', 'domain/export/pdf/thread');
