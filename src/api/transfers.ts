import * as v from 'valibot';
import { presentPagination } from '../domain/pagination.ts';
import { catchUp } from '../domain/recurring/generation/catch-up.ts';
import {
  createRecurringTransfer,
  findFirstTransfer,
  recurringTransferErrors,
} from '../domain/recurring/templates/create-transfer.ts';
import { presentStored } from '../domain/recurring/templates/read.ts';
import { presentTransaction } from '../domain/transactions/present.ts';
import {
  candidates,
  dismissCandidate,
  joinCandidate,
  pairErrors,
} from '../domain/transactions/transfers/candidates.ts';
import {
  candidatesSchema,
  pairSchema,
  repeatedTransferSchema,
  transferChangesSchema,
  transferRemovalSchema,
  transfersSchema,
} from '../domain/transactions/transfers/schema.ts';
import { presentTransfer } from '../domain/transactions/transfers/transfer.ts';
import {
  changeTransfer,
  createTransfer,
  listTransfers,
  readTransfer,
  removeTransfer,
  transferErrors,
} from '../domain/transactions/transfers/transfers.ts';
import { UNDO_NOTE } from './bulk.ts';
import { type Endpoints, endpoint } from './endpoint.ts';
import { templateShape } from './shapes/recurring.ts';
import { paginationShape, transactionShape, transferShape } from './shapes/transactions.ts';
import { idShape } from './shapes/values.ts';

const data = { transfer: transferShape };

const PAIR = {
  expenseId: '00000000-0000-7000-8000-0000000000e1',
  incomeId: '00000000-0000-7000-8000-0000000000e2',
};

export const postTransfer = endpoint({
  summary: 'Transfer money between your accounts',
  note: 'A transfer is neither income nor an expense. `amount` is what leaves the first account, in its currency; `amountTo` what arrives in the other, only where its currency differs. With `isRecurring` it repeats from `date` on, monthly by default, and `template` is what repeats; `transfer` is then its first one, missing while that is more than 90 days ahead. It ends on `recurringEndDate`, or after `recurringMaxOccurrences`.',
  body: repeatedTransferSchema,
  errors: (context, valid) =>
    valid.isRecurring ? recurringTransferErrors(context, valid) : transferErrors(context, valid),
  example: {
    fromAccountId: '00000000-0000-7000-8000-000000000010',
    toAccountId: '00000000-0000-7000-8000-0000000000a1',
    amount: 500,
  },
  creates: true,
  data: { transfer: v.optional(transferShape), template: v.optional(templateShape) },
  refuses: { NOT_FOUND: 404 },
  async answer(context, input) {
    if (!input.isRecurring)
      return { transfer: presentTransfer(await createTransfer(context, input), context.locale) };
    const { template } = await createRecurringTransfer(context, input);
    const first = await findFirstTransfer(context, template.id);
    return {
      ...(first && { transfer: presentTransfer(first, context.locale) }),
      template: await presentStored(context, template),
    };
  },
  afterwards: ({ db, viewer, now }) => catchUp(db, viewer.id, now),
});

/** Money that moves between a person's own accounts. */
export const transfers: Endpoints = {
  'GET /': endpoint({
    summary: 'List transfers between your accounts, newest first',
    note: 'With `account`, those that any of these accounts sent or received.',
    query: transfersSchema,
    data: {
      transfers: v.array(transferShape),
      pagination: paginationShape,
    },
    async answer(context, input) {
      const { transfers, total } = await listTransfers(context, input);
      return {
        transfers: transfers.map((transfer) => presentTransfer(transfer, context.locale)),
        pagination: presentPagination(input, transfers.length, total),
      };
    },
  }),
  'POST /': postTransfer,
  'GET /candidates': endpoint({
    summary: 'List pairs of transactions that may be transfers',
    note: 'An expense of one account and an income of another with the same amount, at most `days` apart; or the payment of a credit card and its bill, which have no `income` but the `account_id` of the card. Pairs that were dismissed are left out.',
    query: candidatesSchema,
    data: {
      candidates: v.array(
        v.object({
          expense: transactionShape,
          income: v.nullable(transactionShape),
          account_id: idShape,
          score: v.pipe(v.number(), v.minValue(0), v.maxValue(1)),
          why: v.string(),
        }),
      ),
    },
    answer: async (context, { days }) => ({
      candidates: (await candidates(context, days)).map(({ expense, income, account, score, why }) => ({
        expense: presentTransaction(expense, context.locale),
        income: income && presentTransaction(income, context.locale),
        account_id: account.id,
        score,
        why,
      })),
    }),
  }),
  'POST /candidates/join': endpoint({
    summary: 'Join two transactions to a transfer',
    note: `For the payment of a card send its \`accountId\` instead of \`incomeId\`; the card gets the other side. ${UNDO_NOTE}`,
    body: pairSchema,
    errors: pairErrors,
    example: PAIR,
    creates: true,
    data: { ...data, undo_id: idShape },
    refuses: { NOT_FOUND: 404 },
    async answer(context, input) {
      const { transfer, undoId } = await joinCandidate(context, input);
      return { transfer: presentTransfer(transfer, context.locale), undo_id: undoId };
    },
  }),
  'POST /candidates/dismiss': endpoint({
    summary: 'Say that two transactions are no transfer',
    body: pairSchema,
    errors: pairErrors,
    example: PAIR,
    data: {},
    refuses: { NOT_FOUND: 404 },
    async answer(context, input) {
      await dismissCandidate(context, input);
      return {};
    },
  }),
  'GET /:id': endpoint({
    summary: 'Get a transfer',
    data,
    answer: async (context, _input, { id }) => ({
      transfer: presentTransfer(await readTransfer(context, id), context.locale),
    }),
  }),
  'PUT /:id': endpoint({
    summary: 'Update a transfer',
    note: 'Missing fields stay unchanged; both sides change together. Where an account is replaced by one of another currency, its amount is needed.',
    body: transferChangesSchema,
    errors: async (context, valid, { id }) => transferErrors(context, valid, await readTransfer(context, id)),
    example: { amount: 600 },
    repeatable: true,
    data: { ...data, undo_id: v.nullable(idShape) },
    refuses: { CONFLICT: 409 },
    async answer(context, changes, { id }) {
      const { undoId, ...transfer } = await changeTransfer(context, id, changes);
      return { transfer: presentTransfer(transfer, context.locale), undo_id: undoId };
    },
  }),
  'DELETE /:id': endpoint({
    summary: 'Delete a transfer',
    note: `Both sides are deleted. ${UNDO_NOTE}`,
    query: transferRemovalSchema,
    repeatable: true,
    data: { undo_id: idShape },
    refuses: { CONFLICT: 409 },
    async answer(context, { basedOn }, { id }) {
      const { undoId } = await removeTransfer(context, { id, basedOn });
      return { undo_id: undoId };
    },
  }),
};
