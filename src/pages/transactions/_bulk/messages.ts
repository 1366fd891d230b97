import type { AstroGlobal } from 'astro';
import { categoryName } from '../../../domain/categories/name.ts';
import { categoriesById } from '../../../domain/categories/read.ts';
import type { SignedIn } from '../../../domain/context.ts';
import type { BulkChange, WorkOutcome } from '../../../domain/long-work/long-work.ts';
import { accountName } from '../../../domain/money-accounts/name.ts';
import { accountsById } from '../../../domain/money-accounts/read.ts';
import type { BulkChanges } from '../../../domain/transactions/bulk/schema.ts';
import { type Restoring, restoredCount } from '../../../domain/transactions/restore.ts';
import type { Finished, Message } from '../../../http/pages/long-work.ts';
import { isolated, naming } from '../../../i18n/isolated.ts';
import type { Translate } from '../../../i18n/translate.ts';
import { removedMessage, restoredCategories } from '../../categories/_messages.ts';

type Words = Pick<AstroGlobal['locals'], 't' | 'format'>;

/** The outcome of a change that took longer than an answer. */
export async function messageOf(context: SignedIn, change: BulkChange, words: Words): Promise<Message> {
  const { kind } = change;
  const content = JSON.parse(change.content);
  const finished = { ...change, content, undoId: change.deletion_id ?? undefined };
  if (kind === 'restore') return restoredMessage(finished, words.t);
  if (kind === 'remove') return removedMessage(finished, words.t);
  const to = kind === 'update' ? await changesInWords(context, content.changes, words) : undefined;
  return changedMessage({ ...finished, kind, to }, words.t);
}

export async function changesInWords(
  context: SignedIn,
  { categoryId, accountId, type, date }: BulkChanges,
  { t, format }: Words,
): Promise<string> {
  const category = categoryId && (await categoriesById(context)).get(categoryId);
  const account = accountId && (await accountsById(context)).get(accountId);
  const named = category ? categoryName(category, context.locale) : t('transactions:form.noCategory');
  const parts = [
    ...(categoryId === undefined ? [] : [[t('transactions:form.category'), named]]),
    ...(account ? [[t('transactions:form.account'), accountName(account, context.locale)]] : []),
    ...(type ? [[t('transactions:form.type'), t(`transactions:form.${type}`)]] : []),
    ...(date ? [[t('transactions:form.date'), format.date(date)]] : []),
  ];
  return parts.map(([field, value = '']) => `${field}: ${isolated(value)}`).join(', ');
}

export function restoredMessage(change: Finished<Restoring>, t: Translate): Message {
  const { done, failed, remaining, undoId, content } = change;
  const parts: string[] = [];
  if (content.accounts.length > 0) {
    parts.push(t('money:undone', { name: content.accounts.join(', ') }));
    if (content.accountRows > 0) parts.push(t('manager:moved', { count: content.accountRows }));
    const { length: count } = content.series;
    if (count > 0) parts.push(t('money:seriesBack', { count }));
  } else if (content.budgets > 0) parts.push(t('budgets:undone'));
  else if (content.categories > 0) parts.push(...restoredCategories(change, t));
  else if (content.isSeriesChange)
    parts.push(t('recurring:manager.changeUndone', { name: content.series.join(', ') }));
  else if (content.series.length > 0)
    parts.push(
      t('recurring:manager.restored', {
        name: content.series.join(', '),
        count: restoredCount(change),
      }),
    );
  else if (done > 0 || failed === 0) parts.push(...transactionsParts(change, t));
  if (content.categories === 0 && failed > 0)
    parts.push(t(content.isChange ? 'list:changeKept' : 'list:restoreFailed', { count: failed }));
  if (remaining === 0) return { kind: failed > 0 ? 'warning' : 'success', text: parts.join(' ') };
  parts.push(t('list:restoreStopped', { count: remaining }));
  return { kind: 'info', text: parts.join(' '), undoId };
}

function transactionsParts(change: Finished<Restoring>, t: Translate): string[] {
  const { done, content } = change;
  const { name, isLeft } = content.subject ?? {};
  const { isChange } = content;
  const count = restoredCount(change);
  if (name === undefined || done === 0)
    return [t(isChange ? 'list:changeUndone' : 'list:restored', { count })];
  const text = t(isChange ? 'list:changeUndoneNamed' : 'list:restoredNamed', { name, count });
  return isLeft ? [`${text}.`, t('list:restoredLeft')] : [text];
}

interface Changed extends WorkOutcome, Pick<Finished<object>, 'undoId'> {
  kind: 'delete' | 'update';
  /** The name of a single transaction. */
  name?: string | undefined;
  /** The changes in words. */
  to?: string | undefined;
}

export function changedMessage(change: Changed, t: Translate): Message {
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
