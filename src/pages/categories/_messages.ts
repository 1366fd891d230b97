import type { Removing } from '../../domain/categories/remove.ts';
import type { Restoring } from '../../domain/transactions/restore.ts';
import type { Finished, Message } from '../../http/pages/long-work.ts';
import { isolated } from '../../i18n/isolated.ts';
import type { Translate } from '../../i18n/translate.ts';

/** Above this, messages count categories instead of naming them. */
const MOST_NAMED = 3;

export function removedMessage(change: Finished<Removing>, t: Translate): Message {
  const { done, failed, moved, remaining, undoId, content } = change;
  const movedText = t('manager:moved', { count: moved });
  if (done > 0) {
    const saysMoved = content.as === 'merge' || (content.to !== null && moved > 0);
    return { kind: 'success', text: removedText(change, t) + (saysMoved ? `. ${movedText}` : ''), undoId };
  }
  const parts = moved > 0 ? [movedText] : [];
  parts.push(t('manager:removalStopped', { count: remaining + failed }));
  return { kind: 'info', text: parts.join(' '), undoId: moved > 0 ? undoId : undefined };
}

function removedText({ done, content }: Finished<Removing>, t: Translate): string {
  const { as, from, into } = content;
  if (as === 'selection') return t('manager:bulkDeleted', { count: done });
  if (as === 'merge') return t('manager:merged', { from, into });
  return t('manager:deleted', { name: from });
}

export function restoredCategories({ moved, content }: Finished<Restoring>, t: Translate): string[] {
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
