import type { NewCategoryValues, TransactionValues } from '../../browser/core/forms/form-values.ts';
import type { SignedIn } from '../../domain/context.ts';
import { beginningOf } from '../../domain/letters.ts';
import {
  lineFaults,
  lineFields,
  lineInWords,
  readLine,
} from '../../domain/transactions/quick-entry/read-line.ts';
import { LINE_MAX } from '../../domain/transactions/quick-entry/schema.ts';
import { faultText } from '../../http/fault-text.ts';
import { check } from '../../http/input.ts';
import { formSchema } from './_form-page.ts';

/** The form of a transaction, filled in by a line. */
interface FilledForm {
  /** A category that the person does not have is offered as a new one. */
  values: Partial<TransactionValues & Pick<NewCategoryValues, 'newCategoryName'>>;
  /** What was understood, part by part; empty if it is not yet a transaction. */
  said: string[];
  /** Whether another number of the line may as well be the amount. */
  isUnsure: boolean;
  /** Field name → message. */
  errors: Record<string, string>;
}

/** The start of the form by the line in its address; null without one. */
export async function filledByLine(
  { url, locals: { t } }: { url: URL; locals: App.Locals },
  context: SignedIn,
): Promise<FilledForm | null> {
  const line = beginningOf(url.searchParams.get('line') ?? '', LINE_MAX);
  if (!line.trim()) return null;
  const read = await readLine(context, line);
  const values = lineFields(read);
  const checked = check(formSchema(context), values);
  const faults = [...(checked.faults ?? []), ...lineFaults(context, read)];
  // With a fault of the line it would be understood and refused at once.
  const isRefused = checked.faults || faults.length > 0;
  return {
    values: { ...values, ...(read.unknownCategory && { newCategoryName: read.unknownCategory }) },
    said: isRefused ? [] : lineInWords(context, read, Math.abs(checked.input.amount)),
    isUnsure: read.isUnsure,
    errors: Object.fromEntries(faults.map((fault) => [fault.field, faultText(fault, t)])),
  };
}
