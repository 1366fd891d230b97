import { translator } from '../../../i18n/translate.ts';
import type { Reading, Writing } from '../../context.ts';
import { DomainError, type FieldError } from '../../error.ts';
import type { RepeatedTransferInput } from '../../transactions/transfers/schema.ts';
import type { Transfer } from '../../transactions/transfers/transfer.ts';
import { readTransfer } from '../../transactions/transfers/transfers.ts';
import { findOccurrences } from '../occurrences/occurrences.queries.ts';
import { createTemplate, templateErrors } from './create.ts';
import { FORM_FIELDS } from './wizard.schema.ts';

/**
 * A transfer that repeats from its date on.
 * @throws DomainError as `createTemplate` does, that names the fields of a transfer
 */
export async function createRecurringTransfer(context: Writing, input: RepeatedTransferInput) {
  try {
    return await createTemplate(context, { ...asTemplate(context, input), amount: input.amount });
  } catch (error) {
    throw withTransferFields(error);
  }
}

/** What is wrong with one. Parts that are not valid by themselves are missing. */
export async function recurringTransferErrors(
  context: Reading,
  sent: Partial<RepeatedTransferInput>,
): Promise<FieldError[]> {
  const errors = await templateErrors(context, asTemplate(context, sent));
  const { date, recurringEndDate: end } = sent;
  if (date && end && end <= date) errors.push({ field: 'end_date', message: 'errors:endDateAfterStart' });
  return errors.map(namedAsTransfer);
}

function asTemplate(context: Pick<Reading, 'locale'>, input: Partial<RepeatedTransferInput>) {
  const { recurringEndDate: end_date, recurringMaxOccurrences: max_occurrences } = input;
  return {
    type: 'transfer',
    ...contentOf(context, input),
    start_date: input.date,
    interval_type: input.recurringFrequency,
    interval: input.recurringInterval,
    day_of_month: input.dayOfMonth,
    day_of_week: input.dayOfWeek,
    end_type: end_date ? 'date' : max_occurrences ? 'occurrences' : 'never',
    end_date,
    max_occurrences,
    timezone: input.timezone,
    preferred_time: input.time,
  } as const;
}

/** The first one that a template has generated. */
export async function findFirstTransfer(
  context: Pick<Reading, 'db' | 'viewer'>,
  templateId: string,
): Promise<Transfer | null> {
  const [first] = await findOccurrences(context.db, context.viewer.id, { templateId });
  return first?.transfer_id ? readTransfer(context, first.transfer_id) : null;
}

/** What a transfer is, in the names of a template. */
export function contentOf(
  { locale }: Pick<Writing, 'locale'>,
  input: Partial<
    Pick<
      RepeatedTransferInput,
      'amount' | 'amountTo' | 'rate' | 'fromAccountId' | 'toAccountId' | 'description' | 'notes'
    >
  >,
) {
  const { amount, amountTo, rate, fromAccountId, toAccountId, description, notes } = input;
  return {
    amount,
    amountTo,
    rate,
    accountId: fromAccountId,
    toAccountId,
    description: description || translator(locale)('categories:default.transfer'),
    notes,
  };
}

const FIELDS: Record<string, string> = {
  ...FORM_FIELDS,
  accountId: 'fromAccountId',
};

export function withTransferFields(error: unknown): unknown {
  if (!(error instanceof DomainError) || !error.extra.fields) return error;
  const fields = error.extra.fields.map(namedAsTransfer);
  return new DomainError(error.code, error.status, { ...error.extra, fields });
}

const namedAsTransfer = (error: FieldError): FieldError => ({
  ...error,
  field: FIELDS[error.field] ?? error.field,
});
