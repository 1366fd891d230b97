import type { ImportedLineRow } from '../../../db/tables.ts';
import { payeeKey } from '../../analytics/payee-key.ts';
import type { Reading, Writing } from '../../context.ts';
import { DomainError, type FieldError, invalid, notFound } from '../../error.ts';
import { findLines } from '../lines.queries.ts';
import { isOffered } from '../matching/offered.ts';
import { readLines } from '../read-imports.ts';
import { changeDecisions, type RowDecision } from './decisions.ts';

/** A line of an import that is a row. @throws DomainError NOT_FOUND */
export async function readLine(
  context: Pick<Reading, 'db' | 'viewer'>,
  id: string,
  number: number,
): Promise<ImportedLineRow> {
  const [line] = Number.isInteger(number) ? await readLines(context, id, [number]) : [];
  if (!line || line.date === '') throw notFound();
  return line;
}

const EVERY = 200_000;

/** The other lines of the type, text and state of one. */
async function readAlike(
  { db, viewer }: Pick<Reading, 'db' | 'viewer'>,
  id: string,
  line: ImportedLineRow,
): Promise<ImportedLineRow[]> {
  const key = payeeKey(line.description);
  return (await findLines(db, viewer.id, id, { state: line.state, limit: EVERY, offset: 0 })).filter(
    ({ number, type, description }) =>
      number !== line.number && type === line.type && payeeKey(description) === key,
  );
}

/** The lines of the same words as one that became a transfer, which are still only offered as transfers. */
export async function readOfferedAlike(
  context: Pick<Reading, 'db' | 'viewer'>,
  id: string,
  line: ImportedLineRow,
): Promise<ImportedLineRow[]> {
  if (line.decision !== 'transfer' || !isOffered({ ...line, decision: 'import' })) return [];
  return (await readAlike(context, id, line)).filter(
    (other) =>
      isOffered(other) &&
      other.notes === line.notes &&
      [null, line.other_account_id].includes(other.other_account_id),
  );
}

/**
 * Changes a line, or all similar lines: of the same type, text and state. Texts and accounts of the others stay.
 * @returns how many were changed
 * @throws DomainError as `changeDecisions` does, with the fields of the line
 */
export async function changeAlike(
  context: Writing,
  id: string,
  line: ImportedLineRow,
  changes: Omit<RowDecision, 'index'>,
  all: boolean,
): Promise<number> {
  const others = all ? await readAlike(context, id, line) : [];
  const { description: _description, accountId: _accountId, ...shared } = changes;
  const decisions = [
    { index: line.number, ...changes },
    ...others.map(({ number }) => ({ index: number, ...shared })),
  ];
  try {
    await changeDecisions(context, id, { decisions });
  } catch (error) {
    const fields = error instanceof DomainError ? error.extra.fields : undefined;
    if (!fields) throw error;
    throw invalid(
      ...fields.map((each): FieldError => ({ ...each, field: each.field.split('.').at(-1) ?? '' })),
    );
  }
  return decisions.length;
}
