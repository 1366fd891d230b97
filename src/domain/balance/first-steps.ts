import type { Reading } from '../context.ts';
import type { Figures } from '../ledger/figures.ts';
import { listTemplates } from '../recurring/templates/read-templates.ts';

/** What a person has done of the first steps. */
export interface FirstSteps {
  /** Their opening balance, in minor units; null without one. */
  opening: number | null;
  transaction: boolean;
  recurring: boolean;
}

/** With as many transactions a person has found their way. */
const ENOUGH = 5;

/**
 * The first steps of a new account; null once they are all done, or enough has been recorded without them.
 * @param figures everything up to today
 */
export async function readFirstSteps(
  context: Reading,
  { count, opening }: Pick<Figures, 'count' | 'opening'>,
): Promise<FirstSteps | null> {
  const recorded = count - Number(opening !== 0);
  if (recorded >= ENOUGH) return null;
  const recurring = (await listTemplates(context)).length > 0;
  const steps = { opening: opening === 0 ? null : opening, transaction: recorded > 0, recurring };
  return steps.opening !== null && steps.transaction && steps.recurring ? null : steps;
}
