import type { APIRoute } from 'astro';
import { orMissing } from '../../domain/error.ts';
import { changeAccount } from '../../domain/money-accounts/change.ts';
import { readAccounts } from '../../domain/money-accounts/read.ts';
import { pressedRow } from '../../http/pages/submit.ts';
import { ARCHIVE, changeByButton, RESTORE } from './_archiving.ts';

/** Handles the button of a row. */
export const POST: APIRoute = async (page) => {
  const { form, signedIn: context } = page.locals;
  for (const [prefix, change] of [
    ['archive:', ARCHIVE],
    ['restore:', RESTORE],
  ] as const) {
    const id = pressedRow(form, prefix);
    if (id !== undefined) return changeByButton(page, { id, back: '/accounts', ...change });
  }
  for (const [prefix, step] of [
    ['up:', -1],
    ['down:', 1],
  ] as const) {
    const id = pressedRow(form, prefix);
    if (id === undefined) continue;
    const states = await readAccounts(context, { archived: true });
    const own = states.find(({ row }) => row.id === id);
    // Past the next one of its group, because the others are elsewhere on the page.
    const group = states.filter(({ row }) => own && groupOf(row) === groupOf(own.row));
    const next = own && group[group.indexOf(own) + step];
    if (next) await orMissing(changeAccount(context, id, { position: states.indexOf(next) }));
    return page.redirect(`/accounts#menu-${id}`, 303);
  }
  return page.redirect('/accounts', 303);
};

const groupOf = ({ is_archived, in_balance }: { is_archived: number; in_balance: number }) =>
  `${is_archived} ${is_archived || in_balance}`;

export const GET: APIRoute = ({ redirect }) => redirect('/accounts', 302);
