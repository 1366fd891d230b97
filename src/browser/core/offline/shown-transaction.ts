import { INPUTS } from '../../../domain/transactions/fields.ts';
import type { DialogTransaction } from '../page/dialog-settings.ts';
import type { Entry } from './entry.ts';

/** The transaction that an entry describes, as a form shows it; undefined for a line, which only the server reads. */
export function transactionOf({ id, act, about }: Entry): DialogTransaction | undefined {
  if (act.kind === 'line') return undefined;
  const base = { ...about, ...('target' in act ? act.target : { id: `waiting-${id}` }) };
  const body = 'body' in act ? act.body : {};
  const sent = INPUTS.filter(({ input }) => body[input] !== undefined).map(({ column, input }) => [
    column,
    body[input],
  ]);
  return { ...base, ...Object.fromEntries(sent) } as DialogTransaction;
}
