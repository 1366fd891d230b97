import * as v from 'valibot';
import { notFound } from '../domain/error.ts';
import { SETTING_KEYS } from '../domain/site-settings/definitions.ts';
import { settingChangeSchema, settingsQuerySchema } from '../domain/site-settings/schema.ts';
import type { PresentedSetting } from '../domain/site-settings/settings.ts';
import { changeSetting, readSettings, resetSetting } from '../domain/site-settings/settings.ts';
import { type Endpoints, endpoint } from './endpoint.ts';
import { instantShape, nullableText } from './shapes/values.ts';

const valueShape = v.union([v.string(), v.boolean(), v.number()]);

const settingShape = {
  key: v.picklist(SETTING_KEYS),
  value: valueShape,
  default_value: valueShape,
  description: v.string(),
  category: v.string(),
  updated_by: nullableText,
  updated_at: v.nullable(instantShape),
} satisfies Record<keyof PresentedSetting, v.GenericSchema>;

export const siteSettings: Endpoints = {
  'GET /settings': endpoint({
    summary: 'List the settings of the instance',
    role: 'super_admin',
    note: 'Each with its value, the value at first, and who changed it when.',
    query: settingsQuerySchema,
    data: v.array(v.object(settingShape)),
    answer: (context, input) => readSettings(context, input.category),
  }),
  'PUT /settings': endpoint({
    summary: 'Change a setting of the instance',
    role: 'super_admin',
    note: 'It is in force on every node within a second.',
    body: settingChangeSchema,
    example: { key: 'site_name', value: 'Household accounts' },
    data: settingShape,
    answer: (context, input) => changeSetting(context, input),
  }),
  'DELETE /settings/:key': endpoint({
    summary: 'Bring a setting back to its value at first',
    role: 'super_admin',
    data: settingShape,
    answer: async (context, _input, { call }) => {
      const key = SETTING_KEYS.find((name) => name === call.req.param('key'));
      if (!key) throw notFound();
      return await resetSetting(context, key);
    },
  }),
};
