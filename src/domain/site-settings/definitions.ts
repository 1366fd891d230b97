import * as v from 'valibot';
import { SITE_NAME } from '../../product.ts';
import { maxLetters, trimmed } from '../schemas.ts';
import { emailSchema } from '../users/schema.ts';

export interface SiteSettings {
  site_name: string;
  /** Empty if the operator has given no address. */
  support_email: string;
  /** Only has an effect if the environment has a client id. */
  google_oauth_enabled: boolean;
  /** If false, an account needs an invitation. */
  registration_enabled: boolean;
  /** Whether people may choose to stay signed in for 30 days. */
  long_sessions_enabled: boolean;
  /** Whether administrators must have a second factor. */
  admin_two_step_required: boolean;
  maintenance_mode: boolean;
  /** Empty for the default text. */
  maintenance_message: string;
  activity_retention_days: number;
}

export type SettingKey = keyof SiteSettings;

export const DEFAULT_CATEGORY = 'general';

interface Definition<Value> {
  group: 'general' | 'accounts' | 'maintenance' | 'privacy';
  /** Accepts values from JSON, from a form and from the database. */
  schema: v.GenericSchema<unknown, Value>;
  initial(supportEmail: string | undefined): Value;
}

// Direction marks and control characters would reorder the text around the name.
const UNSAFE = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

const SITE_NAME_MAX = 60;
const MESSAGE_MAX = 500;
const MAX_RETENTION = 3650;
const MIN_RETENTION = 30;

const flag = v.pipe(
  v.union([v.boolean(), v.picklist(['true', 'false'])], 'errors:flagInvalid'),
  v.transform((value) => value === true || value === 'true'),
);

const days = v.pipe(
  v.union([v.number(), v.pipe(v.string(), v.regex(/^\d{1,5}$/), v.transform(Number))], 'errors:daysInvalid'),
  v.integer('errors:daysInvalid'),
  v.minValue(MIN_RETENTION, 'errors:daysInvalid'),
  v.maxValue(MAX_RETENTION, 'errors:daysInvalid'),
);

export const DEFINITIONS: { [Key in SettingKey]: Definition<SiteSettings[Key]> } = {
  site_name: {
    group: 'general',
    schema: v.pipe(
      v.string('errors:textExpected'),
      trimmed,
      v.minLength(1, 'errors:siteNameRequired'),
      maxLetters(SITE_NAME_MAX, 'errors:siteNameMax'),
      v.check((name) => !UNSAFE.test(name), 'errors:valueInvalid'),
    ),
    initial: () => SITE_NAME,
  },
  support_email: {
    group: 'general',
    schema: v.union([v.literal(''), emailSchema], 'errors:emailInvalid'),
    initial: (supportEmail) => supportEmail ?? '',
  },
  registration_enabled: { group: 'accounts', schema: flag, initial: () => true },
  google_oauth_enabled: { group: 'accounts', schema: flag, initial: () => true },
  long_sessions_enabled: { group: 'accounts', schema: flag, initial: () => true },
  admin_two_step_required: { group: 'accounts', schema: flag, initial: () => false },
  maintenance_mode: { group: 'maintenance', schema: flag, initial: () => false },
  maintenance_message: {
    group: 'maintenance',
    schema: v.pipe(
      v.string('errors:textExpected'),
      trimmed,
      maxLetters(MESSAGE_MAX, 'errors:maintenanceMessageMax'),
    ),
    initial: () => '',
  },
  activity_retention_days: { group: 'privacy', schema: days, initial: () => 365 },
};

export const SETTING_KEYS = Object.keys(DEFINITIONS) as SettingKey[];

export function isFlag(key: SettingKey): boolean {
  return typeof DEFINITIONS[key].initial(undefined) === 'boolean';
}

/** Missing and unreadable settings have their initial values. @param supportEmail the address from the environment */
export function settingsFrom(
  stored: { key: string; value: string }[],
  supportEmail: string | undefined,
): SiteSettings {
  const texts = new Map(stored.map(({ key, value }) => [key, value]));
  const values = SETTING_KEYS.map((key) => {
    const { schema, initial } = DEFINITIONS[key];
    const result = texts.has(key) ? v.safeParse(schema, texts.get(key)) : undefined;
    return [key, result?.success ? result.output : initial(supportEmail)];
  });
  return Object.fromEntries(values) as SiteSettings;
}
