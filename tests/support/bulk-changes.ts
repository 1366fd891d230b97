import { type Plan, readBulkChange, start } from '../../src/domain/long-work/long-work.ts';
import { resume } from '../../src/domain/long-work/resume.ts';
import type { TestApp } from './app.ts';
import { contextOf, type Member } from './members.ts';

/** Begins a change and runs so many batches, as if its process ended then. Returns its id. */
export async function beginChange(
  testApp: TestApp,
  as: Member,
  plan: Plan,
  batches: number,
): Promise<string> {
  const started = await start(await contextOf(testApp, as), plan);
  if (!('id' in started)) throw new Error('It is done already.');
  await resumeBatches(testApp, as, started.id, batches);
  return started.id;
}

export async function resumeBatches(
  testApp: TestApp,
  as: Member,
  id: string,
  batches: number,
): Promise<void> {
  const context = await contextOf(testApp, as);
  for (let done = 0; done < batches; done += 1)
    await resume(context, await readBulkChange(context, id), () => true);
}
