import { Hono } from 'hono';
import { notFound } from '../domain/error.ts';
import { SETTING_KEYS } from '../domain/site-settings/definitions.ts';
import { settingChangeSchema, settingsQuerySchema } from '../domain/site-settings/schema.ts';
import { changeSetting, readSettings, resetSetting } from '../domain/site-settings/settings.ts';
import { signedInAs } from '../http/authentication/authenticate.ts';
import type { HttpEnv } from '../http/call.ts';
import { ok } from '../http/delivery/json.ts';
import { about } from './description/about.ts';
import { body, json, query } from './request.ts';
import { settingShape, settingsShape } from './shapes/site-settings.ts';

/** The settings of the whole instance, for super admins. */
export function siteSettings(): Hono<HttpEnv> {
  return new Hono<HttpEnv>()
    .get(
      '/settings',
      about({
        summary: 'List the settings of the instance',
        role: 'super_admin',
        note: 'Each with its value, the value at first, and who changed it when.',
        query: settingsQuerySchema,
        data: settingsShape,
      }),
      async (call) => {
        const context = signedInAs(call, 'super_admin');
        return ok(call, await readSettings(context, query(call, settingsQuerySchema).category));
      },
    )
    .put(
      '/settings',
      about({
        summary: 'Change a setting of the instance',
        role: 'super_admin',
        note: 'It is in force on every node within a second.',
        body: settingChangeSchema,
        example: { key: 'site_name', value: 'Household accounts' },
        data: settingShape,
      }),
      async (call) => {
        const context = signedInAs(call, 'super_admin');
        return ok(call, await changeSetting(context, await body(call, settingChangeSchema)));
      },
    )
    .delete(
      '/settings/:key',
      about({
        summary: 'Bring a setting back to its value at first',
        role: 'super_admin',
        data: settingShape,
      }),
      async (call) => {
        const context = signedInAs(call, 'super_admin');
        await json(call);
        const key = SETTING_KEYS.find((name) => name === call.req.param('key'));
        if (!key) throw notFound();
        return ok(call, await resetSetting(context, key));
      },
    );
}
