import { removalSteps } from './categories/remove.ts';
import {
  type Actor,
  type BulkChange,
  carryOutRecorded,
  type Outcome,
  type Steps,
} from './ledger/in-pieces.ts';
import { deletionSteps, updateSteps } from './transactions/bulk/change-many.ts';
import { restoringSteps } from './transactions/restore.ts';

const STEPS = {
  delete: deletionSteps,
  update: updateSteps,
  restore: restoringSteps,
  remove: removalSteps,
};

/** Carries on a recorded change of any kind, as `carryOutRecorded` does. */
export function carryOn(
  context: Actor,
  { id, kind, content }: Pick<BulkChange, 'id' | 'kind' | 'content'>,
  isStopping: () => boolean,
): Promise<Outcome | null> {
  const stepsOf: (content: never) => Steps = STEPS[kind];
  return carryOutRecorded(context, id, stepsOf(JSON.parse(content) as never), isStopping);
}
