import { type DateWriter, readDateField } from '../../domain/transactions/quick-entry/date-text.ts';

/** The names of date fields in all forms and addresses of pages. */
const NAMES = [
  'date',
  'charge_date',
  'due_date',
  'end_date',
  'opening_date',
  'recurringEndDate',
  'birthday',
  'from',
  'to',
  'dateFrom',
  'dateTo',
  'startDate',
  'endDate',
];

/**
 * Replaces what date fields hold in the person's words by local calendar dates, so that pages, like the API, know only
 * these. What is no date stays as it was typed, for the schema to refuse.
 * @returns whether anything was replaced
 */
export function readDateFields(fields: FormData | URLSearchParams, writer: DateWriter): boolean {
  let isReplaced = false;
  for (const name of NAMES) {
    const typed = fields.get(name);
    if (typeof typed !== 'string') continue;
    // Without its year, a birthday would be one of this year.
    if (name === 'birthday' && !/\d{4}/.test(typed)) continue;
    const read = readDateField(typed, writer);
    if (read === typed) continue;
    fields.set(name, read);
    isReplaced = true;
  }
  return isReplaced;
}
