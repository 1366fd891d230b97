import type { BankImportRow, ImportedLineRow } from '../../../db/tables.ts';
import type { Tx } from '../../../db/transact.ts';
import { findLinesNumbered, updateLines } from '../lines.queries.ts';

/**
 * Restores a person's choices after a file was read again: the category of lines, or that they are left out. Lines whose
 * content has changed with the columns are left as they were read.
 * @param chosen the lines before
 */
export async function keepChoices(
  tx: Tx,
  { user_id, id }: Pick<BankImportRow, 'user_id' | 'id'>,
  chosen: readonly ImportedLineRow[],
): Promise<void> {
  const numbers = chosen.map(({ number }) => number);
  const now = new Map((await findLinesNumbered(tx, user_id, id, numbers)).map((line) => [line.number, line]));
  const kept = chosen.flatMap((before) => {
    const line = now.get(before.number);
    if (!line || !isSame(line, before)) return [];
    const after = { ...line };
    if (before.category_source === 'person') {
      after.category_id = before.category_id;
      after.category_source = 'person';
    }
    if (before.state === 'new' && line.state === 'new') after.decision = before.decision;
    return [after];
  });
  await updateLines(tx, kept);
}

const isSame = (one: ImportedLineRow, other: ImportedLineRow) =>
  one.line === other.line &&
  one.date === other.date &&
  one.amount === other.amount &&
  one.type === other.type;
