import { setTimeout as wait } from 'node:timers/promises';
import type { AstroGlobal } from 'astro';
import { categoryName } from '../../domain/categories/name.ts';
import { categoriesById } from '../../domain/categories/read.ts';
import type { Removing } from '../../domain/categories/remove.ts';
import type { SignedIn } from '../../domain/context.ts';
import { DomainError, isThere } from '../../domain/error.ts';
import {
  type BulkChange,
  idsOf,
  type Outcome,
  type Plan,
  type Started,
  start,
} from '../../domain/long-work/long-work.ts';
import { resume } from '../../domain/long-work/resume.ts';
import type { BulkChanges } from '../../domain/transactions/bulk/schema.ts';
import { readTransaction } from '../../domain/transactions/read.ts';
import type { Restoring } from '../../domain/transactions/restore.ts';
import { isolated, naming } from '../../i18n/isolated.ts';
import type { Translate } from '../../i18n/translate.ts';
import type { Flash } from './flash.ts';
import { doOnce } from './submit.ts';

/** Milliseconds; longer work shows its progress instead. */
const ANSWER_WITHIN = 1500;

/** Above this, messages count categories instead of naming them. */
const MOST_NAMED = 3;

/**
 * Returns a change's outcome, or the progress page that leads back to `back`. The change continues after the answer.
 * @throws DomainError when its first step is refused
 */
export async function outcomeOrProgress(
  context: SignedIn,
  started: Started,
  back: string,
): Promise<Outcome | { to: string }> {
  if (!('id' in started)) return started;
  const { id } = started;
  const outcome = await resumeForAWhile(context, id);
  return outcome ?? { to: `/transactions/bulk/${id}?${new URLSearchParams({ return: back })}` };
}

/**
 * Returns null if recorded work takes longer than an answer; it then continues.
 * @throws DomainError when its first batch is refused
 */
export function resumeForAWhile(context: SignedIn, id: string): Promise<Outcome | null> {
  const runner = { ...context, db: context.rootDb };
  const outcome = new Promise<Outcome | null>((resolve, reject) => {
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

/**
 * Runs a change and sets its message.
 * @returns the page `back`, or the progress page
 * @throws DomainError when its first step is refused
 */
export async function runForPage(
  page: Pick<AstroGlobal, 'locals' | 'url'>,
  context: SignedIn,
  plan: Planned,
  back: string,
): Promise<{ to: string }> {
  const [first] = plan.batches;
  const { started } = await doOnce(page, context, {
    async act(inside) {
      const [id] = first ? idsOf(first) : [];
      return { started: await start<Restoring | Removing>(inside, plan), id };
    },
    // What was restored may have been deleted again.
    holds: async ({ id }) => plan.kind !== 'restore' || !id || isThere(readTransaction(context, id)),
  });
  const outcome = await outcomeOrProgress(context, started, back);
  if ('to' in outcome) return outcome;
  const { kind, deletionId: undoId } = plan;
  addOutcome(page, { ...outcome, kind, content: started.content, undoId } as Finished);
  return { to: back };
}

type Planned = (Plan<Restoring> & { kind: 'restore' }) | (Plan<Removing> & { kind: 'remove' });

/** A finished change and the deletion it made or restored; `name` is that of a single transaction. */
type Finished = Outcome & {
  undoId?: string | null | undefined;
  name?: string | undefined;
  to?: string | undefined;
} & (
    | { kind: 'delete' | 'update'; content?: object }
    | { kind: 'restore'; content: Restoring }
    | { kind: 'remove'; content: Removing }
  );

export async function finished(
  context: SignedIn,
  change: BulkChange,
  locals: AstroGlobal['locals'],
): Promise<Finished> {
  const content = JSON.parse(change.content);
  const to = change.kind === 'update' ? await changesInWords(context, content.changes, locals) : undefined;
  return { ...change, undoId: change.deletion_id, content, to };
}

export async function changesInWords(
  context: SignedIn,
  { categoryId, type, date }: BulkChanges,
  { t, format }: Pick<AstroGlobal['locals'], 't' | 'format'>,
): Promise<string> {
  const category = categoryId && (await categoriesById(context)).get(categoryId);
  const named = category ? categoryName(category, context.locale) : t('transactions:form.noCategory');
  const parts = [
    ...(categoryId === undefined ? [] : [[t('transactions:form.category'), named]]),
    ...(type ? [[t('transactions:form.type'), t(`transactions:form.${type}`)]] : []),
    ...(date ? [[t('transactions:form.date'), format.date(date)]] : []),
  ];
  return parts.map(([field, value = '']) => `${field}: ${isolated(value)}`).join(', ');
}

export function addOutcome({ locals }: Pick<AstroGlobal, 'locals'>, change: Finished): void {
  const { t } = locals;
  const { kind, text, undoId } = messageOf(change, t);
  locals.setFlash(kind, text, { undoId: undoId ?? undefined });
}

type Message = Pick<Flash, 'kind' | 'text'> & Pick<Finished, 'undoId'>;

function messageOf(change: Finished, t: Translate): Message {
  if (change.kind === 'restore') return restoredMessage(change, t);
  if (change.kind === 'remove') return removedMessage(change, t);
  return changedMessage(change, t);
}

function restoredMessage(change: Finished & { kind: 'restore' }, t: Translate): Message {
  const { done, failed, remaining, undoId, content } = change;
  const parts: string[] = [];
  if (content.categories > 0) parts.push(...categoriesParts(change, t));
  else if (content.series.length > 0)
    parts.push(t('recurring:manager.restored', { name: content.series.join(', '), count: done }));
  else if (done > 0 || failed === 0) parts.push(...transactionsParts(change, t));
  if (content.categories === 0 && failed > 0)
    parts.push(t(content.isChange ? 'list:changeKept' : 'list:restoreFailed', { count: failed }));
  if (remaining === 0) return { kind: failed > 0 ? 'warning' : 'success', text: parts.join(' ') };
  parts.push(t('list:restoreStopped', { count: remaining }));
  return { kind: 'info', text: parts.join(' '), undoId };
}

function transactionsParts({ done, content }: Finished & { kind: 'restore' }, t: Translate): string[] {
  const { name, isLeft } = content.subject ?? {};
  const { isChange } = content;
  if (name === undefined || done === 0)
    return [t(isChange ? 'list:changeUndone' : 'list:restored', { count: done })];
  const text = t(isChange ? 'list:changeUndoneNamed' : 'list:restoredNamed', { name, count: done });
  return isLeft ? [`${text}.`, t('list:restoredLeft')] : [text];
}

function categoriesParts({ moved, content }: Finished & { kind: 'restore' }, t: Translate): string[] {
  const { categories: count, named } = content;
  const parts = [
    count > MOST_NAMED
      ? t('manager:undone', { count })
      : t('manager:undoneNamed', { count, names: named.map(isolated).join(', ') }),
  ];
  if (moved > 0) parts.push(t('manager:moved', { count: moved }));
  for (const name of content.renamed) parts.push(t('manager:undoneRenamed', { name }));
  return parts;
}

function removedMessage(change: Finished & { kind: 'remove' }, t: Translate): Message {
  const { done, failed, moved, remaining, undoId, content } = change;
  const movedText = t('manager:moved', { count: moved });
  if (done > 0) {
    const isTold = content.as === 'merge' || (content.to !== null && moved > 0);
    return { kind: 'success', text: removedText(change, t) + (isTold ? `. ${movedText}` : ''), undoId };
  }
  const parts = moved > 0 ? [movedText] : [];
  parts.push(t('manager:removalStopped', { count: remaining + failed }));
  return { kind: 'info', text: parts.join(' '), undoId: moved > 0 ? undoId : null };
}

function removedText({ done, content }: Finished & { kind: 'remove' }, t: Translate): string {
  const { as, from, into } = content;
  if (as === 'selection') return t('manager:bulkDeleted', { count: done });
  if (as === 'merge') return t('manager:merged', { from, into });
  return t(as === 'hiding' ? 'manager:hidden' : 'manager:deleted', { name: from });
}

function changedMessage(change: Finished & { kind: 'delete' | 'update' }, t: Translate): Message {
  const { kind: operation, done, failed, remaining, undoId, name, to } = change;
  const missed = failed > 0 ? t(`transactions:bulk.${operation}Failed`, { count: failed }) : '';
  const stopped = remaining > 0 ? t('transactions:bulk.stopped', { count: remaining }) : '';
  if (done === 0) {
    if (stopped) return { kind: 'info', text: [missed, stopped].filter(Boolean).join(' ') };
    return { kind: 'error', text: operation === 'delete' ? t('transactions:bulkDeleteFailed') : missed };
  }
  const isWhole = !missed && !stopped;
  if (isWhole && name !== undefined) {
    const text = t(operation === 'delete' ? 'transactions:deleteSuccess' : 'transactions:updateSuccess');
    return { kind: 'success', text: naming(text, name, ...(to ? [to] : [])), undoId };
  }
  const well =
    operation === 'delete' && isWhole
      ? 'transactions:bulkDeleteSuccess'
      : (`transactions:bulk.${operation}Success` as const);
  const target = to && `${to}.`;
  const text = [t(well, { count: done }), target, missed, stopped].filter(Boolean).join(' ');
  return { kind: isWhole ? 'success' : missed ? 'warning' : 'info', text, undoId };
}
