import * as v from 'valibot';
import { SITE_NAME } from '../../product.ts';
import { emailSchema } from '../accounts/schema.ts';
import { maxLetters, trimmed } from '../schemas.ts';

export interface SiteSettings {
  /** The name in titles, mails and legal texts. */
  site_name: string;
  /** Where people write for help; empty where the operator has given no address. */
  support_email: string;
  /** Whether people may sign in with Google, provided that the environment names a client. */
  google_oauth_enabled: boolean;
  /** Whether anybody may create an account; without it only people with an invitation. */
  registration_enabled: boolean;
  /** Whether only administrators are served. */
  maintenance_mode: boolean;
  /** What the others read meanwhile; empty for the text of the product. */
  maintenance_message: string;
  /** How many days the activity log is kept. */
  activity_retention_days: number;
}

export type SettingKey = keyof SiteSettings;

export const DEFAULT_CATEGORY = 'general';

interface Definition<Value> {
  /** Its place on the page. */
  group: 'general' | 'accounts' | 'maintenance' | 'privacy';
  /** Reads a value as JSON or a form sends it and as the database stores it. */
  schema: v.GenericSchema<unknown, Value>;
  /** The value while nobody has changed it. */
  initial(supportEmail: string | undefined): Value;
}

// Marks of direction and control characters would reorder the texts that the name stands in.
const UNSAFE = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

const SITE_NAME_MAX = 60;
const MESSAGE_MAX = 500;
const LONGEST_RETENTION = 3650;
const SHORTEST_RETENTION = 30;

const flag = v.pipe(
  v.union([v.boolean(), v.picklist(['true', 'false'])], 'errors:flagInvalid'),
  v.transform((value) => value === true || value === 'true'),
);

const days = v.pipe(
  v.union([v.number(), v.pipe(v.string(), v.regex(/^\d{1,5}$/), v.transform(Number))], 'errors:daysInvalid'),
  v.integer('errors:daysInvalid'),
  v.minValue(SHORTEST_RETENTION, 'errors:daysInvalid'),
  v.maxValue(LONGEST_RETENTION, 'errors:daysInvalid'),
);

/** Each setting: how it is read, and its value at first. */
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

/**
 * The settings in force: what is stored, and the initial value of everything else or of what cannot be read.
 * @param supportEmail the address that the environment gives, if it does
 */
export function settingsFrom(
  stored: { key: string; value: string }[],
  supportEmail: string | undefined,
): SiteSettings {
  const texts = new Map(stored.map(({ key, value }) => [key, value]));
  const values = SETTING_KEYS.map((key) => {
    const { schema, initial } = DEFINITIONS[key];
    const read = texts.has(key) ? v.safeParse(schema, texts.get(key)) : undefined;
    return [key, read?.success ? read.output : initial(supportEmail)];
  });
  return Object.fromEntries(values) as SiteSettings;
}
