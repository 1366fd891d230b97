import type { ActivityChoice } from '../activity/schema.ts';
import type { Reading } from '../context.ts';
import { escaped } from '../export/csv.ts';
import { readWholeLog } from './log.ts';

const COLUMNS = [
  'created_at',
  'action_type',
  'actor_name',
  'actor_id',
  'target_name',
  'target_email',
  'target_id',
  'ip',
  'details',
] as const;

/** Yields the log as CSV in chunks (RFC 4180, with a byte order mark for spreadsheets). */
export async function* writeLogCsv(context: Reading, filter: ActivityChoice): AsyncGenerator<string> {
  yield `\uFEFF${line(COLUMNS)}`;
  for await (const entries of readWholeLog(context, filter))
    yield entries.map((entry) => line(COLUMNS.map((column) => entry[column] ?? ''))).join('');
}

function line(cells: readonly string[]): string {
  return `${cells.map(cell).join(',')}\r\n`;
}

function cell(text: string): string {
  return `"${escaped(text).replaceAll('"', '""')}"`;
}
