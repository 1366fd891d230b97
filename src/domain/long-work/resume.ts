import { cancelSteps, importSteps, undoSteps } from '../account-files/steps.ts';
import { carryBackSteps, carryOutSteps } from '../bank-files/carry-out/carry-out.ts';
import { takeBackSteps } from '../bank-files/carry-out/undo.ts';
import { removalSteps } from '../categories/remove.ts';
import { deletionSteps, updateSteps } from '../transactions/bulk/change.ts';
import { restoringSteps } from '../transactions/restore.ts';
import { type Runner, runSteps, type Steps, type Work, type WorkOutcome } from './long-work.ts';

const STEPS = {
  delete: deletionSteps,
  update: updateSteps,
  restore: restoringSteps,
  remove: removalSteps,
  import: () => importSteps,
  cancel: () => cancelSteps,
  undo: () => undoSteps,
  carry_out: () => carryOutSteps,
  carry_back: () => carryBackSteps,
  take_back: () => takeBackSteps,
};

function stepsOf({ kind, content }: Work): Steps<never> {
  if (kind === 'check') throw new Error('A file that is being checked has no steps.');
  const make: (content: never) => Steps<never> = STEPS[kind];
  return make(JSON.parse(content) as never);
}

export function resume(
  context: Runner,
  { id }: Pick<Work, 'id'>,
  isStopping: () => boolean,
): Promise<WorkOutcome | null> {
  return runSteps(context, id, stepsOf, isStopping);
}
