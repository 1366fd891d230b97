import type { AstroGlobal } from 'astro';
import type { SignedIn } from '../../domain/context.ts';
import { insightsOfRecorded } from '../../domain/insights/check.ts';
import { alertText } from '../../domain/insights/present.ts';
import { shortenedTo } from '../../domain/letters.ts';
import type { Entry } from '../../domain/transactions/present.ts';
import type { Remark } from '../../http/pages/flash.ts';
import { SIGNS } from '../../i18n/format.ts';
import { naming } from '../../i18n/isolated.ts';

const SHOWN = 60;

/** Matches the notice of the dialog. */
export function addedMessage(
  { locals: { t, format } }: AstroGlobal,
  { row: { type, amount, description } }: Entry,
): string {
  return naming(t('transactions:createSuccess'), description, `${SIGNS[type]}${format.money(amount)}`);
}

export async function remarksOn(
  { locals }: AstroGlobal,
  context: SignedIn,
  id: string,
  { duplicates = true } = {},
): Promise<Remark[]> {
  const recorded = await insightsOfRecorded(context, id);
  const [duplicate] = duplicates && recorded ? recorded.duplicates : [];
  const alert = recorded && alertText(recorded.analysis, locals.locale);
  const insights = { href: '/transactions/insights', text: locals.t('insights:title') };
  return [
    ...(alert ? [{ text: alert, link: insights }] : []),
    ...(duplicate ? [ofDuplicate(locals, duplicate)] : []),
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
