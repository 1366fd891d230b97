import type { BankImportRow } from '../../../db/tables.ts';
import type { Writing } from '../../context.ts';
import { DomainError, orMissing } from '../../error.ts';
import { type ImportState as AccountImport, readImport, startImport } from '../../import/imports.ts';
import { startUndo as startAccountUndo } from '../../import/undo.ts';
import { resume } from '../../long-work/resume.ts';
import { type ImportState, readBankImport } from '../read-imports.ts';
import { startCarryOut } from './carry-out.ts';
import type { CarryOutInput } from './new-accounts-and-opening.ts';
import { startUndo, type UndoInput } from './undo.ts';

// For callers that wait until an import is done; pages show its progress instead.

const run = (context: Writing, workId: string) =>
  resume({ ...context, db: context.rootDb }, { id: workId }, () => false);

/** An import of a bank's file, or of the file of an account. */
export type AnyImport = { bank: ImportState; account?: never } | { account: AccountImport; bank?: never };

/** @throws DomainError NOT_FOUND */
export async function readAnyImport(context: Writing, id: string): Promise<AnyImport> {
  const bank = await orMissing(readBankImport(context, id));
  return bank ? { bank } : { account: await readImport(context, id) };
}

/** @throws DomainError as `startCarryOut` and `startImport` do; SERVER_ERROR when it failed and nothing was brought in */
export async function carryOut(
  context: Writing,
  id: string,
  input: Pick<CarryOutInput, 'billsPaid'> = {},
): Promise<AnyImport> {
  const before = await readAnyImport(context, id);
  if (before.account) {
    if (before.account.state === 'checked' && (await startImport(context, id, 'import')))
      await run(context, id);
    return { account: await readImport(context, id) };
  }
  const workId = await startCarryOut(context, id, input);
  if (workId) await run(context, workId);
  const bank = await readBankImport(context, id);
  if (workId && !isCarried(bank.row))
    throw new DomainError('SERVER_ERROR', 500, { message: 'import:failedWhole' });
  return { bank };
}

const isCarried = ({ status, stage }: BankImportRow) => status === 'done' || stage > 0;

/** @throws DomainError as the `startUndo` of either does */
export async function undoImport(
  context: Writing,
  id: string,
  input: UndoInput = {},
): Promise<AnyImport & { changed: string[] }> {
  const before = await readAnyImport(context, id);
  if (before.account) {
    const { changed, isStarted } = await startAccountUndo(context, id, input);
    if (isStarted) await run(context, id);
    return { account: await readImport(context, id), changed };
  }
  const { changed, workId } = await startUndo(context, id, input);
  if (workId) await run(context, workId);
  return { bank: await readBankImport(context, id), changed };
}
