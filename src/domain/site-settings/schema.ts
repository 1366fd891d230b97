import * as v from 'valibot';
import { optionalText } from '../schemas.ts';
import { DEFINITIONS, SETTING_KEYS, type SiteSettings } from './definitions.ts';

const DESCRIPTION_MAX = 255;
const CATEGORY_MAX = 50;

const key = v.picklist(SETTING_KEYS, 'errors:settingUnknown');

/** A change of one setting. The value is read by the setting's own definition. */
export const settingChangeSchema = v.object({
  key,
  value: v.pipe(
    v.unknown(),
    v.metadata({ description: 'A text, a flag or a number, as the setting has it.' }),
  ),
  description: optionalText(DESCRIPTION_MAX, 'errors:valueMax'),
  category: optionalText(CATEGORY_MAX, 'errors:valueMax'),
});

export type SettingChange = v.InferOutput<typeof settingChangeSchema>;

/** The settings of one category, or all. */
export const settingsQuerySchema = v.object({ category: optionalText(CATEGORY_MAX, 'errors:valueMax') });

/** The name of a setting in an address. */
export const settingKeySchema = v.object({ key });

/** The page's form: all settings at once. */
export const settingsFormSchema = v.object(
  Object.fromEntries(SETTING_KEYS.map((name) => [name, DEFINITIONS[name].schema])) as {
    [Key in keyof SiteSettings]: v.GenericSchema<unknown, SiteSettings[Key]>;
  },
);
