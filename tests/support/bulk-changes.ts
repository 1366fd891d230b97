import { carryOn } from '../../src/domain/bulk-changes.ts';
import { type Plan, readBulkChange, start } from '../../src/domain/ledger/in-pieces.ts';
import type { TestApp } from './app.ts';
import { contextOf, type Member } from './members.ts';

/** Begins a change of several pieces and carries out so many of them, as a process that ends then. Returns its id. */
export async function beginChange(testApp: TestApp, as: Member, plan: Plan, pieces: number): Promise<string> {
  const started = await start(await contextOf(testApp, as), plan);
  if (!('id' in started)) throw new Error('It is done already.');
  await carryOnPieces(testApp, as, started.id, pieces);
  return started.id;
}

/** Carries out so many more pieces of a change. */
export async function carryOnPieces(testApp: TestApp, as: Member, id: string, pieces: number): Promise<void> {
  const context = await contextOf(testApp, as);
  for (let done = 0; done < pieces; done += 1)
    await carryOn(context, await readBulkChange(context, id), () => true);
}
