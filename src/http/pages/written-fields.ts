import {
  type DateWriter,
  readDateField,
  readTimeField,
} from '../../domain/transactions/quick-entry/moment-text.ts';

/** The names of date fields in all forms and addresses of pages. */
const DATES = [
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

const TIMES = ['time', 'quiet_from', 'quiet_to'];

/**
 * Replaces what date and time fields hold in the person's words by local calendar dates and `HH:MM`, so that pages, like
 * the API, know only these. What is neither stays as it was typed, for the schema to refuse.
 * @returns whether anything was replaced
 */
export function readWrittenFields(fields: FormData | URLSearchParams, writer: DateWriter): boolean {
  let isReplaced = false;
  for (const name of [...DATES, ...TIMES]) {
    const typed = fields.get(name);
    if (typeof typed !== 'string') continue;
    // Without its year, a birthday would be one of this year.
    if (name === 'birthday' && !/\d{4}/.test(typed)) continue;
    const read = TIMES.includes(name) ? readTimeField(typed) : readDateField(typed, writer);
    if (read === typed) continue;
    fields.set(name, read);
    isReplaced = true;
  }
  return isReplaced;
}
