import type { ActivityInput } from '../activity/schema.ts';
import type { SignedIn } from '../context.ts';
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

/** The log as a file for spreadsheets (RFC 4180, with a mark that says UTF-8), in pieces. */
export async function* writeLogCsv(
  context: SignedIn,
  filter: Omit<ActivityInput, 'page' | 'limit' | 'offset'>,
): AsyncGenerator<string> {
  yield `\uFEFF${line(COLUMNS)}`;
  for await (const entries of readWholeLog(context, filter))
    yield entries.map((entry) => line(COLUMNS.map((column) => entry[column] ?? ''))).join('');
}

function line(cells: readonly string[]): string {
  return `${cells.map(cell).join(',')}\r\n`;
}

// Spreadsheets take a text that begins with one of these for a formula.
function cell(text: string): string {
  const plain = /^[=+\-@\t\r\0]/.test(text) ? `'${text}` : text;
  return `"${plain.replaceAll('"', '""')}"`;
}
