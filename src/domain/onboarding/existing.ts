import type { TemplateRow } from '../../db/tables.ts';
import { LOCALES } from '../../i18n/locales.ts';
import { translator } from '../../i18n/translate.ts';
import { nameKey } from '../categories/words.ts';
import type { Reading } from '../context.ts';
import { listTemplates } from '../recurring/templates/read-templates.ts';
import type { TransactionType } from '../schemas.ts';
import { amountField } from './choices.ts';
import { PRESETS } from './presets.ts';

/** A recurring template that a person has already, and that is not paused or over. */
export interface Existing {
  row: TemplateRow;
  /** Its amount per month of thirty days, in minor units. */
  monthly: number;
  /** The field of the preset that it stands for; missing if it stands for none, or a second time for one. */
  field?: string;
}

/** The viewer's active templates, each with the preset that it is named after in whichever language. */
export async function listExisting(context: Reading): Promise<Existing[]> {
  const taken = new Set<string>();
  const active = (await listTemplates(context)).filter(({ status }) => status === 'active');
  return active.map(({ row, monthly }) => {
    const field = presetField(row);
    if (field === undefined || taken.has(field)) return { row, monthly };
    taken.add(field);
    return { row, monthly, field };
  });
}

/** The field of the preset that a template is named after. */
export function presetField({ name, type }: { name: string; type: TransactionType }): string | undefined {
  const preset = PRESETS.find(
    (one) =>
      one.type === type && LOCALES.some((locale) => nameKey(translator(locale)(one.name)) === nameKey(name)),
  );
  return preset && amountField(preset);
}
