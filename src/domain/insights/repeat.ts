import { todayOf } from '../calendar.ts';
import type { Writing } from '../context.ts';
import { inLedger } from '../ledger/ledger.ts';
import { createTemplate } from '../recurring/templates/create.ts';
import type { Template } from '../recurring/templates/phases.ts';
import { startAfter } from '../recurring/templates/wizard-values.ts';
import { readRepeating } from './repeating.ts';

/**
 * Makes what comes every month a recurring template, from its next day on.
 * @param id of its latest transaction
 * @returns null if that repeats no longer, or is in a template already
 */
export function repeat(context: Writing, id: string): Promise<Template | null> {
  return inLedger(context, async (_ledger, inside) => {
    const row = (await readRepeating(inside)).find((one) => one.id === id);
    if (!row) return null;
    const { type, amount, description, category_id, account_id, date } = row;
    const { template } = await createTemplate(
      { ...context, ...inside },
      {
        ...{ type, amount, description, name: description },
        ...(category_id !== null && { categoryId: category_id }),
        accountId: account_id,
        interval_type: 'monthly',
        start_date: startAfter(date, todayOf(context), {
          recurringFrequency: 'monthly',
          recurringInterval: '1',
        }),
      },
    );
    return template;
  });
}
