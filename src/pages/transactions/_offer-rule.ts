import type { AstroGlobal } from 'astro';
import type { TransactionRow } from '../../db/tables.ts';
import { payeeName } from '../../domain/analytics/payee-key.ts';
import { orMissing } from '../../domain/error.ts';
import { readTransaction } from '../../domain/transactions/read.ts';
import type { Remark } from '../../http/pages/flash.ts';
import { isolated } from '../../i18n/isolated.ts';

/** What offers a rule for a transaction whose category was changed; undefined for any other change. */
export async function offerRule(
  { locals }: Pick<AstroGlobal, 'locals'>,
  id: string,
  before: Pick<TransactionRow, 'category_id'> | undefined,
): Promise<Remark[] | undefined> {
  const { t, signedIn: context } = locals;
  const now = (await orMissing(readTransaction(context, id)))?.row;
  if (!before || !now?.category_id || now.category_id === before.category_id) return undefined;
  const name = isolated(payeeName(now.merchant_name ?? now.description));
  const link = { href: `/rules/new?from=${id}`, text: t('rules:make') };
  return [{ text: t('rules:offer', { name }), link }];
}
