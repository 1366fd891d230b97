import type { APIContext } from 'astro';
import { DomainError } from '../../domain/error.ts';
import { changeAccount } from '../../domain/money-accounts/change.ts';
import { accountName } from '../../domain/money-accounts/name.ts';
import type { AccountChanges } from '../../domain/money-accounts/schema.ts';
import { redirectIfDeleted } from '../../http/pages/redirect-if-deleted.ts';
import type { TextKey } from '../../i18n/texts.ts';

/** Changes an account by a button alone, and says what was done. */
export async function changeByButton(
  page: APIContext,
  { id, back, changes, done }: { id: string; back: string; changes: AccountChanges; done: TextKey },
): Promise<Response> {
  const { t, locale, signedIn, setFlash } = page.locals;
  try {
    const { row, paused, undoId } = await redirectIfDeleted(
      page,
      () => changeAccount(signedIn, id, changes),
      {
        gone: 'money:gone',
        back: '/accounts',
      },
    );
    const text = t(done, { name: accountName(row, locale) });
    const series = t(changes.is_archived ? 'money:archivedSeries' : 'money:stillPaused', { count: paused });
    setFlash('success', paused > 0 ? `${text}. ${series}.` : text, {
      undoId,
      ...(paused > 0 && { see: { href: '/recurring?status=paused', text: t('money:seePaused') } }),
    });
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'LAST_ACCOUNT') throw error;
    setFlash('error', t('errors:LAST_ACCOUNT'));
  }
  return page.redirect(back, 303);
}

export const ARCHIVE = { changes: { is_archived: true }, done: 'money:archivedOne' } as const;
export const RESTORE = { changes: { is_archived: false }, done: 'money:restoredOne' } as const;
