import * as v from 'valibot';
import { optionalText } from '../schemas.ts';
import { DEFINITIONS, isFlag, SETTING_KEYS, type SettingKey, type SiteSettings } from './definitions.ts';

const DESCRIPTION_MAX = 255;
const CATEGORY_MAX = 50;

const key = v.picklist(SETTING_KEYS, 'errors:settingUnknown');

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

export const settingsQuerySchema = v.object({ category: optionalText(CATEGORY_MAX, 'errors:valueMax') });

export const settingKeySchema = v.object({ key });

type FormEntries = { [Key in SettingKey]: v.GenericSchema<unknown, SiteSettings[Key]> };

// Browsers do not send an unchecked box.
const checkbox = v.pipe(
  v.optional(v.string(), ''),
  v.transform((value) => value === 'on'),
);

export const settingsFormSchema = v.object({
  ...(Object.fromEntries(
    SETTING_KEYS.map((name) => [name, isFlag(name) ? checkbox : DEFINITIONS[name].schema]),
  ) as FormEntries),
  /** The values originally shown, as JSON; without them, every difference is a change. */
  shown: v.fallback(
    v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.union([v.string(), v.boolean(), v.number()]))),
    {},
  ),
});
