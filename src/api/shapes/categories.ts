import * as v from 'valibot';
import type { PresentedCategory } from '../../domain/categories/present.ts';
import { LOCALES } from '../../i18n/locales.ts';
import { colorShape, countShape, idShape, nullableText, typeShape } from './values.ts';

export const categoryShape = v.object({
  id: idShape,
  name: v.string(),
  localized_name: v.object({ en: v.string(), he: v.string() }),
  type: typeShape,
  language: v.picklist(LOCALES),
  icon: v.string(),
  color: colorShape,
  description: nullableText,
  is_default: v.boolean(),
  is_archived: v.boolean(),
  usage: v.picklist(['active', 'unused']),
  transaction_count: countShape,
}) satisfies v.GenericSchema<PresentedCategory>;
