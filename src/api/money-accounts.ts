import * as v from 'valibot';
import { historySchema, PERIODS, type Period } from '../domain/balance/schema.ts';
import { readClosing } from '../domain/bank-files/closing-balance.ts';
import { toDecimal } from '../domain/money.ts';
import { payOpenBills } from '../domain/money-accounts/cards/paid-bills.ts';
import { changeAccount, changedAccountErrors } from '../domain/money-accounts/change.ts';
import { readCheck, reconcile } from '../domain/money-accounts/checks/check.ts';
import { createAccount, newAccountErrors } from '../domain/money-accounts/create.ts';
import {
  netWorth,
  presentAccount,
  presentAccounts,
  readAccount,
  readAccounts,
  readUnrated,
} from '../domain/money-accounts/read.ts';
import { removeAccount } from '../domain/money-accounts/remove.ts';
import { accountHistory } from '../domain/money-accounts/report/history.ts';
import {
  accountChangesSchema,
  accountFilterSchema,
  accountRemovalSchema,
  accountSchema,
  checkQuerySchema,
  checkSchema,
  payBillsSchema,
} from '../domain/money-accounts/schema.ts';
import { presentTransaction } from '../domain/transactions/present.ts';
import { type Endpoints, endpoint } from './endpoint.ts';
import { historyShapes, presentPoint } from './shapes/history.ts';
import { accountShape, checkShape } from './shapes/money-accounts.ts';
import { transactionShape } from './shapes/transactions.ts';
import { amountShape, countShape, dateShape, idShape } from './shapes/values.ts';

const data = { account: accountShape };

/** Where money is. The accounts by which people sign in are `accounts`. */
export const moneyAccounts: Endpoints = {
  'GET /': endpoint({
    summary: 'List your accounts',
    note: 'In your order; everybody has one from the start. `balance` and `opening_balance` are in the account’s currency, `balance_converted` and `net_worth` in yours, by the rates that were fixed when transactions were recorded. `net_worth` is what those hold together that count. What has no rate is left out of both until it gets one: `lacking_rates` names the accounts that have such transactions. Archived ones are included only on request.',
    query: accountFilterSchema,
    data: { accounts: v.array(accountShape), net_worth: amountShape, lacking_rates: v.array(idShape) },
    async answer(context, { archived }) {
      const states = await readAccounts(context, { archived: true });
      const unrated = await readUnrated(context);
      const shown = states.filter(({ row }) => archived || row.is_archived === 0);
      return {
        accounts: await presentAccounts(context, shown),
        net_worth: toDecimal(netWorth(states)),
        lacking_rates: states
          .filter(({ row }) => row.in_balance === 1 && unrated.has(row.id))
          .map(({ row }) => row.id),
      };
    },
  }),
  'POST /': endpoint({
    summary: 'Create an account',
    note: 'Without a kind it is a bank account. `opening_balance` is what it has at the beginning of `opening_date`: transactions recorded for earlier days count on top of it. A missing icon or colour follows from the kind, a missing currency is yours, and without `position` it is the last.',
    body: accountSchema,
    errors: newAccountErrors,
    example: { name: 'Savings', kind: 'savings', opening_balance: 5000 },
    creates: true,
    data,
    refuses: { NOT_FOUND: 404, ACCOUNT_EXISTS: 409 },
    answer: async (context, input) => ({
      account: await presentAccount(context, await createAccount(context, input)),
    }),
  }),
  'GET /:id': endpoint({
    summary: 'Get an account',
    data,
    answer: async (context, _input, { id }) => ({
      account: await presentAccount(context, await readAccount(context, id)),
    }),
  }),
  'PUT /:id': endpoint({
    summary: 'Update an account',
    note: 'Missing fields stay unchanged. The currency of an account with transactions stays. `opening_balance` is what the account and those that were merged into it began with, from `opening_date` on; sent, it replaces all of it; 0 takes it away, and `null` leaves it. Archiving pauses the series of the account; `undo_id` restores both, but for series that were changed or deleted meanwhile, whose transactions count as `failed`. It is null for any other change.',
    body: accountChangesSchema,
    errors: (context, valid, { id }) => changedAccountErrors(context, id, valid),
    example: { name: 'Everyday', is_archived: false },
    data: { ...data, undo_id: v.nullable(idShape) },
    refuses: { ACCOUNT_EXISTS: 409, LAST_ACCOUNT: 409, CURRENCY_FIXED: 409, CONFLICT: 409 },
    async answer(context, changes, { id }) {
      const changed = await changeAccount(context, id, changes);
      return { account: await presentAccount(context, changed), undo_id: changed.undoId };
    },
  }),
  'GET /:id/reconcile': endpoint({
    summary: 'What is to be checked against the bank',
    note: 'The latest transactions up to `date`, today unless named, that no check has found right yet; amounts have a sign. `checked` is the balance of everything else, and `closing` the latest balance that an imported file gives, until that day is checked.',
    query: checkQuerySchema,
    data: checkShape,
    async answer(context, { date }, { id }) {
      const check = await readCheck(context, id, date);
      const closing = await readClosing(context, check.state.row);
      return {
        date: check.date,
        balance: toDecimal(check.balance),
        checked: toDecimal(check.checked),
        closing: closing && { date: closing.date, balance: toDecimal(closing.balance) },
        has_more: check.hasMore,
        transactions: check.rows.map(({ id, date, description, signed }) => ({
          id,
          date,
          description,
          amount: toDecimal(signed),
        })),
      };
    },
  }),
  'POST /:id/reconcile': endpoint({
    summary: 'Check an account against the bank',
    note: 'Kept if `balance`, which the bank shows on `date`, is that of what was checked before and of `transactionIds` (by default everything up to that day), or if `adjust` records the `difference` as a transaction. What was found right is locked then: changing what a balance depends on, deleting, and what would come into that time, also by a series, is answered with LOCKED (409) until it is sent with `confirmLocked: true`, in the body or the query. So is an import, before anything of it comes in. `reconciled_until` of an account is null while it is no longer what the bank showed.',
    body: checkSchema,
    example: { balance: 0 },
    repeatable: true,
    data: {
      difference: amountShape,
      reconciled_until: v.nullable(dateShape),
      adjustment: v.nullable(transactionShape),
    },
    refuses: { NOT_FOUND: 404 },
    async answer(context, input, { id }) {
      const { difference, until, adjustment } = await reconcile(context, id, input);
      return {
        difference: toDecimal(difference),
        reconciled_until: until,
        adjustment: adjustment && presentTransaction(adjustment, context.locale),
      };
    },
  }),
  'POST /:id/pay-bills': endpoint({
    summary: 'Say that the old bills of a card were paid',
    note: 'Those that are charged by today and that nothing has paid. What is left of each gets a transaction on its day that counts as an opening balance and is no income; the transfer that paid it can be joined with it later. Bills of a time that was checked against the bank are LOCKED until `confirmLocked` is sent. Imports say so with `billsPaid`, for later bills only. The bills on or after `transfersFrom` become transfers from the account that pays the card, whose balance lacks them.',
    repeatable: true,
    body: payBillsSchema,
    example: { transfersFrom: '2026-07-28' },
    data: { account: accountShape, paid_count: countShape },
    refuses: { NOT_FOUND: 404, VALIDATION_ERROR: 400 },
    async answer(context, input, { id }) {
      const paid = await payOpenBills(context, id, input);
      return {
        account: await presentAccount(context, await readAccount(context, id)),
        paid_count: paid.length,
      };
    },
  }),
  [`GET /:id/history/:period{(?:${PERIODS.join('|')})}`]: endpoint({
    summary: 'List the running balance of an account by period',
    note: 'As `GET /transactions/balance/history`, in the currency of the account; transfers and opening balances are neither income nor expenses.',
    query: v.omit(historySchema, ['account']),
    data: historyShapes,
    async answer(context, { months }, { id, call }) {
      const period = call.req.param('period') as Period;
      const points = await accountHistory(context, id, period, months);
      return { period, history: points.map(presentPoint) };
    },
  }),
  'DELETE /:id': endpoint({
    summary: 'Delete an account',
    note: 'Its transactions and recurring templates move to the account `moveTo` (in the query or the body); without it, only an account is deleted that has nothing but an opening balance, and with it. POST /transactions/restore with `undo_id` undoes it within an hour.',
    query: accountRemovalSchema,
    data: { deleted_count: countShape, moved_count: countShape, undo_id: idShape },
    refuses: { ACCOUNT_NOT_EMPTY: 409, LAST_ACCOUNT: 409 },
    async answer(context, { moveTo }, { id }) {
      const { moved, undoId } = await removeAccount(context, id, moveTo);
      return { deleted_count: 1, moved_count: moved, undo_id: undoId };
    },
  }),
};
