import type { Currency } from '../../i18n/currencies.ts';
import { translator } from '../../i18n/translate.ts';
import { plusDays, todayOf } from '../calendar.ts';
import type { Reading } from '../context.ts';
import { readBills } from '../money-accounts/cards/charges.ts';
import { currencyOf } from '../money-accounts/currencies/currency.ts';
import { accountName } from '../money-accounts/name.ts';
import { accountsById, isOpen } from '../money-accounts/read.ts';
import { shownAmounts } from '../shown-amounts.ts';
import { fromSnapshot } from '../snapshot.ts';
import { transactionsBetween } from '../transactions/list/latest.ts';
import type { Entry } from '../transactions/present.ts';

/** What is due on a day; the amount is in minor units of its currency. */
export interface Due {
  /** The same when an occurrence is made anew, which gives its transaction another id. */
  key: string;
  /** For a card: what it charges on that day. */
  kind: 'expense' | 'income' | 'transfer' | 'card';
  templateId: string | null;
  /** Whether a card pays it, whose bill has it too. */
  isByCard: boolean;
  date: string;
  name: string;
  amount: number;
  currency: Currency;
  /** The path of the page that shows it. */
  path: string;
  changedAt: string;
}

const DUE_MOST = 2000;

/** What is due from today on, for so many days: what the list has as upcoming, and what cards charge. */
export function readDue(context: Reading, days: number): Promise<Due[]> {
  return fromSnapshot(context, async (inside) => {
    const today = todayOf(inside);
    const range = { from: today, to: plusDays(today, days) };
    const entries = await transactionsBetween(inside, range, DUE_MOST, 'once');
    const due = entries
      // Only what a template made is news today: the person has entered the rest.
      .filter(({ row }) => row.date > today || row.template_id !== null)
      .map((entry) => dueOf(entry, inside));
    const cards = [...(await accountsById(inside)).values()].filter(
      (account) => account.kind === 'credit_card' && isOpen(account),
    );
    for (const { card, date, amount } of await readBills(inside, cards, range))
      due.push({
        key: `${card.id}:${date}`,
        kind: 'card',
        templateId: null,
        isByCard: false,
        date,
        name: accountName(card, inside.locale),
        amount,
        currency: currencyOf(card, inside.viewer),
        path: `/accounts/${card.id}`,
        changedAt: card.updated_at,
      });
    return due.toSorted((one, other) => (one.date < other.date ? -1 : one.date > other.date ? 1 : 0));
  });
}

function dueOf({ row, account, transfer }: Entry, { viewer, locale }: Reading): Due {
  const [shown] = shownAmounts(row, viewer.currency, account.currency);
  const route =
    transfer &&
    translator(locale)('transactions:transfer.route', {
      from: accountName(transfer.fromAccount, locale),
      to: accountName(transfer.toAccount, locale),
    });
  return {
    key: row.template_id === null ? row.id : `${row.template_id}:${row.date}`,
    kind: transfer ? 'transfer' : row.type,
    templateId: row.template_id,
    isByCard: account.kind === 'credit_card',
    date: row.date,
    name: route ? `${row.description}: ${route}` : row.description,
    amount: shown?.minor ?? row.amount,
    currency: shown?.currency ?? viewer.currency,
    path: row.template_id === null ? `/transactions/${row.id}` : `/recurring/${row.template_id}`,
    changedAt: row.updated_at,
  };
}
