import * as v from 'valibot';
import { SETTING_KEYS } from '../../domain/site-settings/definitions.ts';
import type { PresentedSetting } from '../../domain/site-settings/present.ts';
import { instantShape, nullableText } from './values.ts';

const valueShape = v.union([v.string(), v.boolean(), v.number()]);

/** A setting of the instance. */
export const settingShape = {
  key: v.picklist(SETTING_KEYS),
  value: valueShape,
  default_value: valueShape,
  description: v.string(),
  category: v.string(),
  updated_by: nullableText,
  updated_at: v.nullable(instantShape),
} satisfies Record<keyof PresentedSetting, v.GenericSchema>;

export const settingsShape = v.array(v.object(settingShape));
