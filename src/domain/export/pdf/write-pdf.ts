import { on } from 'node:events';
import { Worker } from 'node:worker_threads';
import { formatter } from '../../../i18n/format.ts';
import { isolated } from '../../../i18n/isolated.ts';
import type { Locale } from '../../../i18n/locales.ts';
import { translator } from '../../../i18n/translate.ts';
import { readBalance } from '../../balance/read.ts';
import { budgetName } from '../../budgets/budgets.ts';
import { readPlan } from '../../budgets/plan.ts';
import { localNow, plusDays } from '../../calendar.ts';
import { categoryName } from '../../categories/name.ts';
import { chargedAmount } from '../../charged.ts';
import { limitConcurrency } from '../../concurrency-limit.ts';
import type { Operating, Reading } from '../../context.ts';
import { DomainError, invalid } from '../../error.ts';
import { totalOf } from '../../ledger/figures.ts';
import { ofAccounts } from '../../ledger/of-accounts.ts';
import { countedAs } from '../../ledger/reserved-categories.ts';
import { untimedAmong } from '../../ledger/untimed.ts';
import { currencyOf } from '../../money-accounts/currencies/currency.ts';
import { accountName } from '../../money-accounts/name.ts';
import { accountsById } from '../../money-accounts/read.ts';
import { balanceOf } from '../../money-accounts/report/history.ts';
import { datesReached } from '../../transactions/list/filter.ts';
import { filterNames } from '../../transactions/list/filter-names.ts';
import { wordsOfFilter } from '../../transactions/list/filter-words.ts';
import { listTransactions } from '../../transactions/list/list.ts';
import { readMatching } from '../../transactions/list/read-matching.ts';
import type { Entry } from '../../transactions/present.ts';
import { isWhole } from '../../transactions/transfers/transfer.ts';
import { reserveBytes } from '../concurrent-exports.ts';
import { standardFields } from '../fields.ts';
import { type ExportInput, exportedTransfers } from '../schema.ts';
import type { StatementHead } from './statement.ts';
import type { StatementRow } from './statement-figures.ts';
import type { FromThread, ToThread } from './thread.ts';

/** Transactions of one PDF: some 700 pages. */
export const MOST_IN_PDF = 20_000;

/** The heap of a thread in MB; a statement of twenty thousand transactions takes two thirds of it. */
const HEAP_MB = 192;

/** Bytes of finished pages that may wait for readers before another statement is started: six of the largest. */
const finishedBytes = reserveBytes(100 * 1024 * 1024);

/** A thread uses a whole core while it writes, and does not wait for its reader. */
const inTurn = limitConcurrency({ concurrency: 2, queued: 8, retryAfter: 10 });

/**
 * Writes a statement of the transactions that a filter of the list matches, in a thread.
 * @throws DomainError VALIDATION_ERROR for more than `MOST_IN_PDF`; SERVICE_UNAVAILABLE when too many others are being
 * written, or when the thread fails
 */
export async function* writePdf(
  context: Reading & Operating,
  input: ExportInput,
): AsyncGenerator<Uint8Array> {
  const { figures } = await listTransactions(context, {
    ...input,
    includeTransfers: true,
    page: 1,
    limit: 1,
    cursor: undefined,
  });
  if (totalOf(figures) > MOST_IN_PDF) throw invalid({ field: 'dateFrom', message: 'errors:pdfTooMany' });
  finishedBytes.requireRoom();
  const head = await headOf(context, input);
  const endTurn = await takeTurn();
  try {
    if (context.isAbandoned()) return;
    finishedBytes.requireRoom();
    yield* fromThread(
      context,
      { account: input.account, head },
      readMatching(context, input, exportedTransfers(input)),
      endTurn,
    );
  } catch (error) {
    throw error instanceof DomainError ? error : failed(context, error);
  } finally {
    endTurn();
  }
}

function failed({ log }: Operating, error: unknown): DomainError {
  log.error({ err: error }, 'a statement could not be written');
  return new DomainError('SERVICE_UNAVAILABLE', 503, { message: 'errors:pdfFailed' });
}

function takeTurn(): Promise<() => void> {
  return new Promise((begin, refuse) => {
    inTurn(() => new Promise<void>((endTurn) => begin(endTurn))).catch(refuse);
  });
}

async function* fromThread(
  context: Reading & Operating,
  { account, head }: { account?: string | undefined; head: StatementHead },
  batches: AsyncGenerator<Entry[]>,
  endTurn: () => void,
): AsyncGenerator<Uint8Array> {
  const { statementThread, locale } = context;
  const thread = new Worker(statementThread, {
    workerData: head,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
  });
  // The turn ends with the thread, so that a slow reader does not keep it.
  thread.once('exit', endTurn);
  const post = (message: ToThread) => thread.postMessage(message);
  const share = finishedBytes.share();
  thread.on('message', (message: FromThread) => {
    if (message !== 'end') share.add(message.bytes.length);
  });
  try {
    const messages = on(thread, 'message', { close: ['exit'] });
    const isForeign = head.account?.isForeign ?? false;
    for await (const entries of batches) {
      const untimed = await untimedAmong(
        context,
        entries.map(({ row }) => row),
      );
      const rowIn = (entry: Entry) =>
        rowOf(entry, { account, isForeign, isUntimed: untimed.has(entry.row.id) }, locale);
      post({ rows: entries.map(rowIn) });
    }
    post('all');
    for await (const [message] of messages as AsyncIterable<[FromThread]>) {
      if (message === 'end') return;
      yield message.bytes;
      share.taken(message.bytes.length);
      post({ taken: message.bytes.length });
    }
    throw new Error('The thread has ended before its statement.');
  } finally {
    await thread.terminate();
    share.end();
  }
}

function rowOf(
  { row, category, account, transfer }: Entry,
  of: { account?: string | undefined; isForeign: boolean; isUntimed: boolean },
  locale: Locale,
): StatementRow {
  const { date, time, merchant_name, notes, template_id } = row;
  const description = transfer
    ? translator(locale)('transactions:transfer.route', {
        from: isolated(accountName(transfer.fromAccount, locale)),
        to: isolated(accountName(transfer.toAccount, locale)),
      })
    : row.description;
  return {
    date,
    time: of.isUntimed ? null : time,
    ...countedAs(of.isForeign ? { ...row, amount: chargedAmount(row) } : row),
    description,
    payee: merchant_name,
    notes,
    category: category && categoryName(category, locale),
    account: accountName(account, locale),
    colour: category?.color ?? null,
    isRecurring: template_id !== null,
    isWhole: transfer !== undefined && isWhole(transfer, of.account),
  };
}

async function headOf(context: Reading, input: ExportInput): Promise<StatementHead> {
  const { viewer, now, locale } = context;
  const { preferences, firstName, lastName, email } = viewer;
  const { date: today } = localNow(now, preferences.timezone);
  // The only account of a statement may have another currency, in which it adds up.
  const foreign = (await accountsById(context)).get(input.account ?? '');
  const currency = foreign ? currencyOf(foreign, viewer) : viewer.currency;
  const words = wordsOfFilter(
    input,
    await filterNames(context),
    translator(locale),
    formatter(viewer.currency, preferences),
  ).filter(({ field }) => field !== 'dateFrom' && field !== 'dateTo');
  const reached = datesReached(input, today);
  return {
    locale,
    currency,
    preferences,
    person: { name: [firstName, lastName].filter(Boolean).join(' '), email },
    ...reached,
    today,
    made: now.toISOString(),
    filters: words.filter(({ field }) => field !== 'account').map(({ text }) => text),
    account:
      input.account === undefined
        ? undefined
        : {
            names: words.filter(({ field }) => field === 'account').map(({ text }) => text),
            isForeign: currency !== viewer.currency,
            before: words.every(({ field }) => field === 'account')
              ? await balanceBefore(context, input.account, reached.from)
              : null,
          },
    fields: input.fields ?? (await standardFields(context)),
    ...(input.budgets && currency === viewer.currency && { plan: await planOf(context, input, today) }),
  };
}

/** The budgets in the days of the statement up to today; null without budgets then. */
async function planOf(
  context: Reading,
  input: ExportInput,
  today: string,
): Promise<NonNullable<StatementHead['plan']> | null> {
  const { from = '0001-01-01', to = today } = datesReached(input, today);
  const dates = { from, to: to < today ? to : today };
  const plan = await readPlan(ofAccounts(context, input.account), dates);
  const parts = plan?.budgets.map(({ budget, ...planned }) => ({
    ...planned,
    name: budgetName(budget, context.locale),
    period: budget.period,
  }));
  return parts ?? null;
}

async function balanceBefore(context: Reading, account: string, from: string | undefined): Promise<number> {
  if (from === undefined) return 0;
  const day = plusDays(from, -1);
  return account.includes(',')
    ? (await readBalance(ofAccounts(context, account), day)).balance
    : balanceOf(context, account, day);
}
