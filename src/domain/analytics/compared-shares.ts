import { sharesOf } from '../balance/summarise.ts';
import type { Reading } from '../context.ts';
import { growthOf } from '../growth.ts';
import { sumTotals } from '../ledger/totals.queries.ts';
import type { PeriodSums } from './period-figures.ts';

export type ComparedShare = Awaited<ReturnType<typeof comparedShares>>[number];

/** What each category was of the income or the expenses, the largest first; minor units. */
export async function comparedShares(
  context: Reading,
  type: 'expense' | 'income',
  { dates, compared, unlike }: Pick<PeriodSums, 'dates' | 'compared' | 'unlike'>,
) {
  const { db, viewer } = context;
  const totalsOf = async (range: { from: string; to: string }) =>
    (await sumTotals(db, viewer.id, range)).filter((total) => total.type === type);
  const shares = await sharesOf(context, await totalsOf(dates));
  const earlier =
    compared && new Map((await totalsOf(compared)).map((total) => [total.category_id, total.amount]));
  return shares.map((share) => {
    const before = earlier && (earlier.get(share.category?.id ?? '') ?? 0);
    return { ...share, before, change: growthOf(share.amount, before ?? 0, unlike) };
  });
}
