import type { AstroGlobal } from 'astro';
import { invalid } from '../../domain/error.ts';
import { accountName } from '../../domain/money-accounts/name.ts';
import { readAccount, readAccounts } from '../../domain/money-accounts/read.ts';
import { removeAccount } from '../../domain/money-accounts/remove.ts';
import { accountRemovalSchema } from '../../domain/money-accounts/schema.ts';
import { redirectIfDeleted } from '../../http/pages/redirect-if-deleted.ts';
import { submit } from '../../http/pages/submit.ts';
import { cardsPaidBy } from './_account-page.ts';

/** Deletes the account of a page, or merges it into another. */
export async function removalPage(page: AstroGlobal, as: 'merge' | 'delete') {
  const { t, locale, signedIn: context } = page.locals;
  const { id = '' } = page.params;
  const gone = { gone: 'money:gone', back: '/accounts' } as const;
  const state = await redirectIfDeleted(page, () => readAccount(context, id), gone);
  const states = await readAccounts(context, { archived: true });
  const others = states
    .filter(({ row }) => row.id !== id)
    .map(({ row }) => ({ value: row.id, text: accountName(row, locale) }));
  const form = await submit(page, {
    schema: accountRemovalSchema,
    async handle({ moveTo }) {
      if (as === 'merge' && !moveTo) throw invalid({ field: 'moveTo', message: 'errors:accountInvalid' });
      const { moved, undoId } = await removeAccount(context, id, moveTo);
      const name = accountName(state.row, locale);
      const into = others.find(({ value }) => value === moveTo)?.text ?? '';
      const done = as === 'merge' ? t('money:merged', { name, into }) : t('money:deleted', { name });
      const flash = moveTo ? `${done}. ${t('manager:moved', { count: moved })}` : done;
      return { to: '/accounts', flash, undoId };
    },
  });
  return { state, form, others, cards: cardsPaidBy(states, id, locale) };
}
