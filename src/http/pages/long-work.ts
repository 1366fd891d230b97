import { setTimeout as wait } from 'node:timers/promises';
import type { AstroGlobal } from 'astro';
import type { SignedIn } from '../../domain/context.ts';
import { DomainError } from '../../domain/error.ts';
import { idsOf, type Plan, type Started, start, type WorkOutcome } from '../../domain/long-work/long-work.ts';
import { resume } from '../../domain/long-work/resume.ts';
import type { Translate } from '../../i18n/translate.ts';
import type { Flash } from './flash.ts';
import { doOnce } from './submit.ts';

/** Milliseconds; longer work shows its progress instead. */
const ANSWER_WITHIN = 1500;

/**
 * Returns a change's outcome, or the progress page that leads back to `back`. The change continues after the answer.
 * @throws DomainError when its first step is refused
 */
export async function outcomeOrProgress(
  context: SignedIn,
  started: Started,
  back: string,
): Promise<WorkOutcome | { to: string }> {
  if (!('id' in started)) return started;
  const { id } = started;
  const outcome = await resumeForAWhile(context, id);
  return outcome ?? { to: `/transactions/bulk/${id}?${new URLSearchParams({ return: back })}` };
}

/**
 * Returns null if recorded work takes longer than an answer; it then continues.
 * @throws DomainError when its first batch is refused
 */
export function resumeForAWhile(context: SignedIn, id: string): Promise<WorkOutcome | null> {
  const runner = { ...context, db: context.rootDb };
  const outcome = new Promise<WorkOutcome | null>((resolve, reject) => {
    context.defer(async (isStopping) => {
      try {
        resolve(await resume(runner, { id }, isStopping));
      } catch (error) {
        reject(error);
        if (!(error instanceof DomainError)) throw error;
      }
    });
  });
  return Promise.race([outcome, wait(ANSWER_WITHIN, null, { ref: false })]);
}

/** Finished work, with the deletion that it made or restored. */
export interface Finished<Content extends object> extends WorkOutcome {
  content: Content;
  undoId?: string | undefined;
}

export type Message = Pick<Flash, 'kind' | 'text'> & { undoId?: string | undefined };

interface RunOptions<Content extends object> {
  messageOf(finished: Finished<Content>, t: Translate): Message;
  /** Whether the first row is as the change left it; by default it is. */
  holds?(firstId: string | undefined): Promise<boolean>;
}

/**
 * Runs a change and sets its message.
 * @returns the page `back`, or the progress page
 * @throws DomainError when its first step is refused
 */
export async function runForPage<Content extends object>(
  page: Pick<AstroGlobal, 'locals' | 'url'>,
  context: SignedIn,
  plan: Plan<Content>,
  back: string,
  { messageOf, holds = async () => true }: RunOptions<Content>,
): Promise<{ to: string }> {
  const [first] = plan.batches;
  const { started } = await doOnce(page, context, {
    async act(inside) {
      const [id] = first ? idsOf(first) : [];
      return { started: await start(inside, plan), id };
    },
    holds: ({ id }) => holds(id),
  });
  const outcome = await outcomeOrProgress(context, started, back);
  if ('to' in outcome) return outcome;
  const { content } = started;
  showMessage(page, messageOf({ ...outcome, content, undoId: plan.deletionId }, page.locals.t));
  return { to: back };
}

export function showMessage({ locals }: Pick<AstroGlobal, 'locals'>, { kind, text, undoId }: Message): void {
  locals.setFlash(kind, text, { undoId });
}
