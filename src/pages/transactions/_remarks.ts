import type { AstroGlobal } from 'astro';
import type { SignedIn } from '../../domain/context.ts';
import { insightsOfRecorded } from '../../domain/insights/check.ts';
import { alertText } from '../../domain/insights/present.ts';
import { shortenedTo } from '../../domain/letters.ts';
import type { Entry } from '../../domain/transactions/present.ts';
import type { Remark } from '../../http/pages/flash.ts';

const SHOWN = 60;

/** The remarks below the message that a transaction was saved: an alert, and its possible duplicates. */
export async function remarksOn(
  { locals }: AstroGlobal,
  context: SignedIn,
  id: string,
  { duplicates = true } = {},
): Promise<Remark[]> {
  const found = id ? await insightsOfRecorded(context, id) : null;
  if (!found) return [];
  const [alike] = duplicates ? found.duplicates : [];
  const alert = alertText(found.analysis, locals.locale);
  const insights = { href: '/transactions/insights', text: locals.t('insights:title') };
  return [
    ...(alert ? [{ text: alert, link: insights }] : []),
    ...(alike ? [ofDuplicate(locals, alike)] : []),
  ];
}

function ofDuplicate({ t, format }: App.Locals, { row }: Entry): Remark {
  return {
    text: t('transactions:form.possibleDuplicate'),
    subject: [
      shortenedTo(row.description, SHOWN, 4 * SHOWN),
      format.money(row.amount),
      format.date(row.date),
    ],
    link: { href: `/transactions/${row.id}`, text: t('transactions:form.viewDuplicate') },
  };
}
