import * as v from 'valibot';
import { checkTransaction } from '../domain/insights/check.ts';
import { forgetNotDuplicates, noteNotDuplicates } from '../domain/insights/not-duplicates.ts';
import { presentCheck, presentInsights } from '../domain/insights/present.ts';
import { readInsights } from '../domain/insights/read.ts';
import { checkSchema, insightsSchema, notDuplicatesSchema } from '../domain/insights/schema.ts';
import { ofAccounts } from '../domain/ledger/of-accounts.ts';
import { formatter } from '../i18n/format.ts';
import type { TextKey } from '../i18n/texts.ts';
import { translator } from '../i18n/translate.ts';
import { type Description, type Endpoints, endpoint } from './endpoint.ts';
import { checkShape, insightsShape } from './shapes/insights.ts';

const TWO = {
  transactionId: '0197a000-0000-7000-8000-000000000000',
  duplicateOf: '0197a000-0000-7000-8000-000000000001',
};

export const insights: Endpoints = {
  'GET /insights': endpoint({
    summary: 'List what is unusual in the latest transactions',
    note: 'Looks at no more than 200 transactions, of the last 90 days by default. The results are estimates by simple rules.',
    query: insightsSchema,
    data: insightsShape.entries,
    answer: async (context, { account, ...input }) => {
      const { locale, viewer } = context;
      const findings = await readInsights(ofAccounts(context, account), input);
      return presentInsights(findings, locale, formatter(viewer.currency, viewer.preferences));
    },
  }),
  'POST /insights/not-duplicates': pair(noteNotDuplicates, 'insights:notDuplicateNoted', {
    summary: 'Say that two transactions are not duplicates',
    note: 'Neither these two nor the next two of the same payee, or description where none is named, and the same amount are reported again. Idempotent.',
  }),
  'DELETE /insights/not-duplicates': pair(forgetNotDuplicates, 'insights:notDuplicateForgotten', {
    summary: 'Take that back',
    note: 'Also for the next two like them.',
  }),
  'POST /check': endpoint({
    summary: 'Check a transaction against the recent history',
    note: 'Saves nothing. Pass the `id` of an existing transaction so that it is not reported as its own duplicate.',
    body: checkSchema,
    example: { amount: 12.5, description: 'Bread', type: 'expense' },
    data: checkShape.entries,
    refuses: { NOT_FOUND: 404 },
    answer: async (context, input) => {
      const result = await checkTransaction(context, input);
      return presentCheck(result, context.locale);
    },
  }),
};

function pair(
  act: typeof noteNotDuplicates,
  message: TextKey,
  description: Pick<Description, 'summary' | 'note'>,
) {
  return endpoint({
    ...description,
    body: notDuplicatesSchema,
    example: TWO,
    data: { message: v.string() },
    refuses: { NOT_FOUND: 404 },
    answer: async (context, input) => {
      await act(context, input);
      return { message: translator(context.locale)(message) };
    },
  });
}
