import type { TemplateRow } from '../../db/tables.ts';
import { LOCALES } from '../../i18n/locales.ts';
import { translator } from '../../i18n/translate.ts';
import { readBudgets } from '../budgets/budgets.ts';
import { nameKey } from '../categories/words.ts';
import type { Reading } from '../context.ts';
import { listTemplates } from '../recurring/templates/read.ts';
import type { TransactionType } from '../schemas.ts';
import { categoryFinder } from './add-templates.ts';
import { amountField } from './choices.ts';
import { BUDGET_PRESETS, PRESETS, type Preset } from './presets.ts';

export interface Existing {
  row: TemplateRow;
  /** Per month of thirty days, in minor units. */
  monthly: number;
  /** The amount field of its preset; missing without a preset, or if an earlier template has it. */
  field?: string;
}

/** Active templates with the preset whose name they have in any language. */
export async function listExisting(context: Reading): Promise<Existing[]> {
  const usedFields = new Set<string>();
  const active = (await listTemplates(context)).filter(
    ({ status, transfer }) => status === 'active' && !transfer,
  );
  return active.map(({ row, monthly }) => {
    const field = presetField(row);
    if (field === undefined || usedFields.has(field)) return { row, monthly };
    usedFields.add(field);
    return { row, monthly, field };
  });
}

/** The amount field of the preset with this name in any language. */
export function presetField({ name, type }: { name: string; type: TransactionType }): string | undefined {
  const preset = PRESETS.find(
    (candidate) =>
      candidate.type === type &&
      LOCALES.some((locale) => nameKey(translator(locale)(candidate.name)) === nameKey(name)),
  );
  return preset && amountField(preset);
}

/**
 * The presets of budgets whose category is there, with the budget that its months have already. Others are not offered:
 * the person renamed, hid or archived the category.
 */
export async function listBudgetPresets(context: Reading) {
  const categoryOf = await categoryFinder(context);
  const budgets = (await readBudgets(context)).filter(
    ({ is_active, period }) => is_active && period === 'monthly',
  );
  return BUDGET_PRESETS.flatMap((preset: Preset) => {
    const category = categoryOf(preset);
    if (!category) return [];
    const budget = budgets.find(({ category_ids }) => category_ids.includes(category));
    return { preset, field: amountField(preset), budget };
  });
}
