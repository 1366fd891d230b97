import type * as v from 'valibot';
import { isolatedAmount } from '../../../i18n/isolated.ts';
import { localNow } from '../../calendar.ts';
import type { Writing } from '../../context.ts';
import { invalid } from '../../error.ts';
import { insightsOfRecorded } from '../../insights/check.ts';
import { later } from '../../instants.ts';
import { moneyOf } from '../../sent-money.ts';
import { createTransaction } from '../create.ts';
import type { Entry } from '../present.ts';
import type { Transfer } from '../transfers/transfer.ts';
import { createTransfer } from '../transfers/transfers.ts';
import { understandLine } from './read-line.ts';
import type { lineSchema } from './schema.ts';

interface CreatedFromLine {
  /** Missing if the line is a transfer. */
  entry?: Entry;
  transfer?: Transfer;
  /** What was understood, part by part, in the viewer's language. */
  understood: string[];
  /** Whether the line says that it recurs; it is added once. */
  isRecurring: boolean;
  /** What the transaction may repeat. */
  duplicate?: Entry | undefined;
}

/**
 * Creates a transaction or a transfer from one line, at the time when the line was written unless it names one.
 * @throws DomainError VALIDATION_ERROR for what the line lacks or has wrong, and, until it is `confirmed`, for a line in
 * which several numbers may be the amount
 */
export async function createFromLine(
  context: Writing,
  { line, confirmed = false, age = 0 }: v.InferOutput<typeof lineSchema>,
): Promise<CreatedFromLine> {
  const writtenAt = later(context.now, -age * 1000);
  const {
    input,
    transfer,
    errors,
    words: understood,
    isUnsure,
    isRecurring,
  } = await understandLine(context, line, writtenAt);
  if (errors.length > 0) throw invalid(...errors);
  if (isUnsure && !confirmed)
    throw invalid({
      field: 'amount',
      message: 'errors:amountUnsure',
      understood: understood.map(isolatedAmount).join(' · '),
    });
  const { time } = localNow(writtenAt, context.viewer.preferences.timezone);
  if (transfer?.input) {
    const values = { ...transfer.input, time: transfer.input.time ?? time };
    return { transfer: await createTransfer(context, values), understood, isRecurring };
  }
  if (!input) throw invalid(...errors);
  const entry = await createTransaction(context, { ...moneyOf(input), time: input.time ?? time });
  const [duplicate] = (await insightsOfRecorded(context, entry.row.id))?.duplicates ?? [];
  return { entry, understood, isRecurring, duplicate };
}
