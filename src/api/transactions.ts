import * as v from 'valibot';
import { type DayBalance, type Projection, projectBalance } from '../domain/balance/project.ts';
import { plusDays, todayOf } from '../domain/calendar.ts';
import type { SignedIn } from '../domain/context.ts';
import { totalOf } from '../domain/ledger/figures.ts';
import { ofAccounts } from '../domain/ledger/of-accounts.ts';
import { hasTime } from '../domain/ledger/untimed.ts';
import { toDecimal } from '../domain/money.ts';
import { readExpectedPayments } from '../domain/money-accounts/cards/read-expected.ts';
import { changeOccurrence } from '../domain/recurring/occurrences/change.ts';
import { removeOccurrence } from '../domain/recurring/occurrences/remove.ts';
import { occurrenceChangesSchema, occurrenceRemovalSchema } from '../domain/recurring/occurrences/schema.ts';
import type { TransactionType } from '../domain/schemas.ts';
import { fromSnapshot } from '../domain/snapshot.ts';
import { changeErrors } from '../domain/transactions/change.ts';
import { createTransaction, readRecordingErrors } from '../domain/transactions/create.ts';
import {
  latestSchema,
  listSchema,
  searchSchema,
  upcomingSchema,
} from '../domain/transactions/list/filter.ts';
import { recentTransactions, searchTransactions } from '../domain/transactions/list/latest.ts';
import { listTransactions, listUpcoming, type TransactionPage } from '../domain/transactions/list/list.ts';
import { listPayees } from '../domain/transactions/list/payees.ts';
import { moneyMissing, recordedMissing, recordedSchema } from '../domain/transactions/money.schema.ts';
import { type Entry, presentEntry, presentTransaction } from '../domain/transactions/present.ts';
import { createFromLine } from '../domain/transactions/quick-entry/create-from-line.ts';
import { lineSchema } from '../domain/transactions/quick-entry/schema.ts';
import { readTransaction } from '../domain/transactions/read.ts';
import { presentTransfer } from '../domain/transactions/transfers/transfer.ts';
import type { Call } from '../http/call.ts';
import { formatter } from '../i18n/format.ts';
import { isolated } from '../i18n/isolated.ts';
import { translator } from '../i18n/translate.ts';
import { UNDO_NOTE } from './bulk.ts';
import { type Endpoints, endpoint, plainEndpoint } from './endpoint.ts';
import { body, create } from './request.ts';
import { projectionShape } from './shapes/balance.ts';
import {
  entriesShape,
  expectedPaymentShape,
  paginationShape,
  payeeShape,
  readTransactionShape,
  transactionShape,
  transactionsShape,
  transferShape,
} from './shapes/transactions.ts';
import { amountShape, countShape, idShape } from './shapes/values.ts';
import { postTransfer } from './transfers.ts';

const presented = ({ locale }: SignedIn, entries: Entry[]) => ({
  transactions: entries.map((entry) => presentTransaction(entry, locale)),
});

const listed = ({ locale }: SignedIn, entries: Entry[]) =>
  entries.map((entry) => presentEntry(entry, locale));

const paginationOf = ({ figures, page, limit, hasMore, nextCursor }: TransactionPage) => ({
  page,
  limit,
  total: totalOf(figures),
  hasMore,
  nextCursor: nextCursor(),
});

const dayBalance = ({ date, balance }: DayBalance) => ({ date, balance: toDecimal(balance) });

const projected = ({ today, monthEnd, inNinetyDays, lowest }: Projection) => ({
  today: dayBalance(today),
  month_end: dayBalance(monthEnd),
  in_90_days: dayBalance(inNinetyDays),
  lowest: lowest && dayBalance(lowest),
});

// Without a link: the request's own undo is beside it.
function duplicateInWords({ viewer, locale }: SignedIn, { row }: Entry): string {
  const format = formatter(viewer.currency, viewer.preferences);
  const parts = [row.description, format.money(row.amount), format.date(row.date)].map(isolated).join(' · ');
  return `${translator(locale)('transactions:form.possibleDuplicate')} ${parts}`;
}

const MONEY_NOTE =
  'A date before the opening balance of the account is no part of it: the transaction changes the balance of today. `amount` is in the currency of the account that `accountId` names. `originalAmount` with `originalCurrency` is what was paid in another one; `amount` may then be missing. `account_amount` and `original` are taken as answers have them; `amount` beside `account_amount` is then in your currency. What no request says is converted by the rate of the day, or by `rate`, and fixed; `convertedAmount` is the amount in your currency instead of a rate. In answers, `amount` is in your currency, and null while no rate is known.';

const recorded = (summary: string, example: Record<string, unknown>, type?: TransactionType, note?: string) =>
  endpoint({
    summary,
    note: note ? `${note} ${MONEY_NOTE}` : MONEY_NOTE,
    body: recordedSchema,
    also: () => recordedMissing,
    errors: (context, valid) => readRecordingErrors(context, valid, type),
    example,
    creates: true,
    data: { transaction: transactionShape, transactions: v.optional(transactionsShape) },
    refuses: { NOT_FOUND: 404 },
    async answer(context, input) {
      const { payments, ...entry } = await createTransaction(context, input, type);
      return {
        transaction: presentTransaction(entry, context.locale),
        ...(payments.length > 1 && presented(context, payments)),
      };
    },
  });

const BREAD = { amount: 12.5, description: 'Bread', merchant_name: 'Bakery' };
const SALARY = { amount: 9000, description: 'Salary' };

export const transactions: Endpoints = {
  'POST /expense': recorded('Create an expense', BREAD, 'expense'),
  'POST /income': recorded('Create an income', SALARY, 'income'),
  'POST /transaction': recorded(
    'Create a transaction',
    { ...BREAD, type: 'expense' },
    undefined,
    'Without `type`, a negative amount is an expense and any other an income.',
  ),
  'POST /transfer': postTransfer,
  'POST /line': plainEndpoint({
    summary: 'Create a transaction from one line of words',
    note: 'The line has an amount, and may have a date and a time in words or numbers, a category after `#`, for people who have several accounts one of them after `@` or by all of its name (`by Visa`, `בויזה`), and a description, in English or Hebrew, in any order. A plus or a word such as “salary” makes it an income. `transfer 500 from bank to cash` makes a transfer between two accounts: the answer has `transfer` instead of `transaction`. Where several numbers may be the amount, the answer is 400 with what was understood, until the line is sent `confirmed`. What is missing is completed: today, a category that surely fits, and the account that was used last. `understood` says it in words, part by part, `possible_duplicate` what it may repeat, and `says_recurring` whether the line says `every month` or the like: it is added once, and is not in the description.',
    body: lineSchema,
    example: { line: '45.90 coffee yesterday' },
    creates: true,
    data: {
      transaction: v.optional(transactionShape),
      transfer: v.optional(transferShape),
      understood: v.array(v.string()),
      says_recurring: v.boolean(),
      possible_duplicate: v.nullable(v.string()),
    },
    async respond(call) {
      const input = await body(call, lineSchema);
      // A retry after a lost answer gets that answer, even if the line no longer parses.
      const work = async (inside: SignedIn) => {
        const { entry, transfer, understood, isRecurring, duplicate } = await createFromLine(inside, input);
        return {
          ...(entry && { transaction: presentTransaction(entry, inside.locale) }),
          ...(transfer && { transfer: presentTransfer(transfer, inside.locale) }),
          understood,
          says_recurring: isRecurring,
          possible_duplicate: duplicate ? duplicateInWords(inside, duplicate) : null,
        };
      };
      // A retry is the same line, however much later.
      return create(call, work, { line: input.line });
    },
  }),
  'GET /': endpoint({
    summary: 'List transactions, newest first',
    refuses: { SERVICE_UNAVAILABLE: 503 },
    note: '`summary` covers all transactions that match the filter, not only this page. Use `nextCursor` for long lists. Transfers are among them only with `includeTransfers`, once each, as type `transfer`; income, expenses and net never count them.',
    query: listSchema,
    data: {
      transactions: entriesShape,
      pagination: paginationShape,
      summary: v.object({
        total: countShape,
        income: amountShape,
        expenses: amountShape,
        net: amountShape,
      }),
    },
    answer: async (context, input) => {
      const page = await listTransactions(context, input);
      const { figures } = page;
      return {
        transactions: listed(context, page.entries),
        pagination: paginationOf(page),
        summary: {
          total: totalOf(figures),
          income: toDecimal(figures.income),
          expenses: toDecimal(figures.expenses),
          net: toDecimal(figures.net),
        },
      };
    },
  }),
  'GET /recent': endpoint({
    summary: 'List the latest transactions',
    query: latestSchema,
    data: { transactions: transactionsShape },
    answer: async (context, { limit, account }) =>
      presented(context, await recentTransactions(ofAccounts(context, account), limit)),
  }),
  'GET /upcoming': endpoint({
    summary: 'List upcoming transactions, soonest first',
    note: 'Transfers are among them only with `includeTransfers`, as in GET /transactions. `expected_payments` are those of purchases by card of which files have shown only earlier payments (`transaction_id` is the latest of these, null if that was deleted alone): they are no transactions, and are charged in these days. `projection` is the future balance if nothing else is recorded; with `account`, that of these accounts, which has the bills of cards that they pay, and what they owe as cards until they are paid. `lowest` is the first day of the lowest balance if that is negative and lower than today’s, and null otherwise.',
    query: upcomingSchema,
    data: {
      transactions: entriesShape,
      expected_payments: v.array(expectedPaymentShape),
      pagination: paginationShape,
      projection: projectionShape,
    },
    answer: async (context, input) => {
      const until = plusDays(todayOf(context), input.days);
      // The other side of a transfer may be in another account than those of the list.
      const [page, payments, projection] = await fromSnapshot(context, async (inside) => [
        await listUpcoming(inside, input),
        await readExpectedPayments(inside, { until, accounts: input.account?.split(',') }),
        await projectBalance(ofAccounts({ ...inside, scanDb: inside.db }, input.account)),
      ]);
      return {
        transactions: listed(context, page.entries),
        expected_payments: payments.map(({ after, card, n, charged, amount, own }) => ({
          transaction_id: after.deleted_at === null ? after.id : null,
          account_id: card.id,
          description: after.description,
          // Without a rate, it is worth nothing that is known.
          amount: after.amount === 0 ? null : toDecimal(amount),
          account_amount: after.account_amount === null ? null : toDecimal(own),
          charge_date: charged,
          installment: { n, of: after.of },
        })),
        pagination: paginationOf(page),
        projection: projected(projection),
      };
    },
  }),
  'GET /payees': endpoint({
    summary: 'Payees of the latest transactions, the most used first',
    data: { payees: v.array(payeeShape) },
    answer: async (context) => {
      const payees = await listPayees(context);
      return {
        payees: payees.map(({ name, count, lastDate }) => ({
          name,
          transaction_count: count,
          last_date: lastDate,
        })),
      };
    },
  }),
  'GET /search': endpoint({
    summary: 'Search transactions',
    refuses: { SERVICE_UNAVAILABLE: 503 },
    note: 'Finds transactions whose description, merchant and notes contain every word.',
    query: searchSchema,
    data: { transactions: transactionsShape },
    answer: async (context, { q, limit, account }) =>
      presented(context, await searchTransactions(ofAccounts(context, account), q, limit)),
  }),
  'GET /:id': endpoint({
    summary: 'Get a transaction',
    data: { transaction: readTransactionShape },
    answer: async (context, _input, { id }) => {
      const entry = await readTransaction(context, id);
      const has_time = await hasTime(context, entry.row);
      return { transaction: { ...presentTransaction(entry, context.locale), has_time } };
    },
  }),
  'PUT /:type{(?:expense|income)}/:id': endpoint({
    summary: 'Update a transaction',
    note: 'Missing fields stay unchanged; `null` clears an optional field; a new `type` removes a category of the other type, unless another one is sent. An occurrence of a recurring template is changed alone by default, with scope `future` together with all later ones from tomorrow on, and with `all` together with all occurrences of its template; `date` and `merchant_name` change only in the occurrence itself, and in an account of another currency what was paid in a third one is refused. A payment of a purchase changes alone by default too, with scope `future` together with its later ones, and with `all` together with all of them: they get what changes in it, but for `date` and `charge_date`, and each gets the amount, unless its account has another currency. What is sent as it was answered says nothing. `amount` beside `account_amount` is in your currency: another one is a new rate, and another `account_amount` a new charge at the rate that was fixed. Without it, `amount` is in the currency of the account; beside other fields it may be the one of an answer. An `originalAmount` of null takes away what was paid in another currency. POST /transactions/restore with `undo_id` undoes the change within an hour, unless what it changed was changed since; it is null when nothing can be undone. `updated_count` says how many payments have changed; it is missing where a template did.',
    refuses: { CONFLICT: 409 },
    repeatable: true,
    body: occurrenceChangesSchema,
    also: () => moneyMissing,
    errors: (context, { scope: _scope, ...valid }, { id }) => changeErrors(context, { id }, valid),
    example: { description: 'Bread and milk' },
    data: {
      transaction: transactionShape,
      undo_id: v.nullable(idShape),
      updated_count: v.optional(countShape),
    },
    answer: async (context, { scope = 'single', ...changes }, { call }) => {
      const {
        undoId = null,
        updated,
        ...entry
      } = await changeOccurrence(context, typedId(call), { ...changes, mayEcho: isAnswer(changes) }, scope);
      return {
        transaction: presentTransaction(entry, context.locale),
        undo_id: undoId,
        ...(updated !== undefined && { updated_count: updated }),
      };
    },
  }),
  'DELETE /:type{(?:expense|income)}/:id': endpoint({
    summary: 'Delete a transaction',
    note: `An occurrence of a recurring template is deleted alone by default, with \`deleteFuture\` together with all later ones, and with \`deleteAll\` together with its template and all its occurrences; so is a payment of a purchase with its later or all payments. The flags may be in the query or the body. With \`basedOn\`, a version changed since then is not deleted. ${UNDO_NOTE}`,
    query: occurrenceRemovalSchema,
    refuses: { CONFLICT: 409 },
    repeatable: true,
    data: { deleted_count: countShape, undo_id: idShape },
    answer: async (context, { deleteAll, deleteFuture, basedOn }, { call }) => {
      const scope = deleteAll ? 'all' : deleteFuture ? 'future' : 'single';
      const { deleted, undoId } = await removeOccurrence(context, { ...typedId(call), basedOn }, scope);
      return { deleted_count: deleted, undo_id: undoId };
    },
  }),
};

/** Whether an amount may be that of an answer: who sends it alone, or knows of what was paid, means the account’s currency. */
function isAnswer({
  originalAmount,
  amount: _amount,
  ...others
}: v.InferOutput<ReturnType<typeof occurrenceChangesSchema>>) {
  return originalAmount === undefined && Object.values(others).some((sent) => sent !== undefined);
}

function typedId(call: Call): { id: string; type: TransactionType } {
  return { id: call.req.param('id') ?? '', type: call.req.param('type') as TransactionType };
}
