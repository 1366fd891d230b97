import type { AstroGlobal } from 'astro';
import { budgetName } from '../../domain/budgets/budgets.ts';
import { isOf, readStates } from '../../domain/budgets/state.ts';
import type { SignedIn } from '../../domain/context.ts';
import { insightsOfRecorded } from '../../domain/insights/check.ts';
import { alertText } from '../../domain/insights/present.ts';
import { shortenedTo } from '../../domain/letters.ts';
import { fromDecimal } from '../../domain/money.ts';
import { accountChoices } from '../../domain/money-accounts/choices/choices.ts';
import { accountName } from '../../domain/money-accounts/name.ts';
import { type Entry, installmentOf } from '../../domain/transactions/present.ts';
import type { Remark } from '../../http/pages/flash.ts';
import { SIGNS } from '../../i18n/format.ts';
import { isolated, isolatedAmount, naming } from '../../i18n/isolated.ts';

const SHOWN = 60;

/** Says the same as the notice of the dialog, and what is left of the budgets of its category. */
export async function addedMessage(page: AstroGlobal, context: SignedIn, entry: Entry): Promise<string> {
  const { t, format, locale } = page.locals;
  const { type, amount, description, category_id } = entry.row;
  const { accounts } = await accountChoices(context);
  const payments = installmentOf(entry);
  const paid = payments?.total ? fromDecimal(payments.total) : amount;
  const added = naming(
    t('transactions:createSuccess'),
    description,
    `${SIGNS[type]}${format.money(paid)}`,
    ...(accounts ? [accountName(entry.account, locale)] : []),
    ...(payments ? [t('transactions:card.inPayments', { count: payments.of })] : []),
  );
  return [added, ...(await leftOfBudgets(page, context, category_id))].join(' · ');
}

/** What is left today of the budgets of a category, a sentence each. */
export async function leftOfBudgets(
  { locals: { t, format, locale } }: AstroGlobal,
  context: SignedIn,
  categoryId: string | null | undefined,
): Promise<string[]> {
  if (!categoryId) return [];
  const states = await readStates(context, undefined, isOf(categoryId));
  const money = (minor: number) => isolatedAmount(format.money(Math.abs(minor)));
  return states.map(({ budget, amount, carried, left }) =>
    t(`transactions:budget.${left < 0 ? 'over' : 'left'}`, {
      left: money(left),
      total: money(amount + carried),
      category: isolated(budgetName(budget, locale)),
    }),
  );
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

/** Of a transaction whose line says that it recurs. */
export const ofRecurring = ({ locals: { t } }: AstroGlobal, id: string): Remark => ({
  text: t('transactions:line.once'),
  link: { href: `/recurring/new?like=${id}`, text: t('transactions:dialog.recurringAction') },
});

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
