import { type ExportInput, exportSchema } from '../../domain/export/schema.ts';
import { fieldErrorText } from '../../http/error-text.ts';
import { check } from '../../http/input.ts';

/** The fields of the form; all other parameters are filters of the list and passed on. */
const OWN = ['dateFrom', 'dateTo', 'type', 'order', 'language', 'style', 'fields', 'format', 'budgets'];

interface ExportForm {
  values: Record<string, string | undefined>;
  others: [string, string][];
  errors: Record<string, string>;
  input?: ExportInput | undefined;
}

export function readExport(
  { url, locals }: { url: URL; locals: App.Locals },
  standard: readonly string[],
): ExportForm {
  const { t, format } = locals;
  const { fields: _last, account: _one, ...single } = Object.fromEntries(url.searchParams);
  const account = url.searchParams.getAll('account').filter(Boolean).join(',');
  const rest: Record<string, string> = account === '' ? single : { ...single, account };
  const fields = url.searchParams.getAll('fields').join(',');
  // All columns, as at first, do not count as chosen: a JSON of chosen columns could not be imported.
  const isChosen = fields !== '' && fields !== standard.join(',');
  const values = isChosen ? { ...rest, fields } : rest;
  // An export is complete: the list's default of ending with this month does not apply, and `all` is not a choice.
  const isWhole = !rest.status || rest.status === 'all';
  const checked = check(exportSchema, isWhole ? { ...values, status: 'any' } : values);
  const { input, errors = [] } = { input: undefined, ...checked };
  return {
    values,
    others: Object.entries(rest).filter(
      ([name, value]) =>
        !OWN.includes(name) &&
        value !== '' &&
        name in exportSchema.entries &&
        !(name === 'status' && isWhole),
    ),
    errors: Object.fromEntries(errors.map((error) => [error.field, fieldErrorText(error, t, format.date)])),
    input,
  };
}
