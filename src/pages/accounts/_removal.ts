import type { AstroGlobal } from 'astro';
import { invalid } from '../../domain/error.ts';
import { type Merge, readMerge } from '../../domain/money-accounts/merge.ts';
import { accountName } from '../../domain/money-accounts/name.ts';
import { isOpen, readAccount, readAccounts } from '../../domain/money-accounts/read.ts';
import { readContent, removeAccount } from '../../domain/money-accounts/remove.ts';
import { accountRemovalSchema } from '../../domain/money-accounts/schema.ts';
import { redirectIfDeleted } from '../../http/pages/redirect-if-deleted.ts';
import { submit } from '../../http/pages/submit.ts';
import { currencyRecords } from '../../i18n/currencies.ts';
import { cardsPaidBy } from './_account-page.ts';

/** What will happen to what an account has, in sentences. */
function effectsOf(
  { moved, between, series, seriesBetween, converted }: Merge,
  into: string,
  { t, locale, signedIn: { viewer } }: App.Locals,
): string[] {
  const names = new Map(currencyRecords(locale).map(({ code, name }) => [code, name]));
  const counted = [
    ['money:effect.between', between],
    ['money:effect.series', series],
    ['money:effect.seriesBetween', seriesBetween],
  ] as const;
  return [
    t('money:effect.moved', { count: moved, into }),
    ...counted.flatMap(([key, count]) => (count > 0 ? [t(key, { count })] : [])),
    ...(converted
      ? [
          t('money:effect.converts', {
            from: names.get(converted) ?? converted,
            to: names.get(viewer.currency) ?? viewer.currency,
          }),
        ]
      : []),
  ];
}

/** Deletes the account of a page, or merges it into another. */
export async function removalPage(page: AstroGlobal, as: 'merge' | 'delete') {
  const { t, locale, signedIn: context } = page.locals;
  const { id = '' } = page.params;
  const gone = { gone: 'money:gone', back: '/accounts' } as const;
  const state = await redirectIfDeleted(page, () => readAccount(context, id), gone);
  const states = await readAccounts(context, { archived: true });
  const { isBare } = await readContent(context, state);
  const others = states
    .filter(({ row }) => row.id !== id && isOpen(row))
    .map(({ row }) => ({ value: row.id, text: accountName(row, locale) }));
  // Between two accounts, there is nothing to choose.
  const asked = page.url.searchParams.get('moveTo') ?? (others.length === 1 ? others[0]?.value : undefined);
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
  const chosen = others.find(({ value }) => value === (form.values.moveTo || asked));
  const merge = chosen && (as === 'merge' || !isBare) ? await readMerge(context, id, chosen.value) : null;
  return {
    state,
    isBare,
    form,
    others,
    cards: cardsPaidBy(states, id, locale),
    chosen: chosen?.value ?? '',
    effects: merge ? effectsOf(merge, chosen?.text ?? '', page.locals) : null,
  };
}
