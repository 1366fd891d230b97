import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import * as v from 'valibot';

/** Explains an invalid variable to the host. */
export class ConfigError extends Error {}

const whole = (minimum: number, maximum: number) =>
  v.pipe(
    v.string(),
    v.regex(/^\d+$/, 'must be a whole number'),
    v.transform(Number),
    v.minValue(minimum, `must be at least ${minimum}`),
    v.maxValue(maximum, `must be at most ${maximum}`),
  );

const url = (protocols: string[]) =>
  v.pipe(
    v.string(),
    v.check(
      (text) => URL.canParse(text) && protocols.includes(new URL(text).protocol),
      `must be an address that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
    ),
  );

const webAddress = url(['http:', 'https:']);

// Pages are served at the root, and links in mails start with this address.
const ownAddress = v.pipe(
  webAddress,
  v.check(
    (text) => !URL.canParse(text) || (/^[^?#@]*$/.test(text) && /^\/*$/.test(new URL(text).pathname)),
    ({ input }) =>
      `must end after the host, without a path, query or password: write ${new URL(input).origin}`,
  ),
  v.transform((text) => new URL(text).origin),
);

const mailAddress = v.optional(
  v.pipe(v.string(), v.regex(/^[^\s@<>]+@[^\s@<>]+$/, 'must be an e-mail address')),
);

const SECRET_LENGTH = 32;

const variables = v.object({
  HOST: v.optional(v.string(), '127.0.0.1'),
  PORT: v.optional(whole(0, 65_535), '4321'),
  DATA_DIR: v.optional(v.string(), './data'),
  DATABASE_URL: v.optional(url(['postgres:', 'postgresql:'])),
  DATABASE_READ_URL: v.optional(url(['postgres:', 'postgresql:'])),
  DATABASE_POOL_SIZE: v.optional(whole(5, 500), '10'),
  DATABASE_STATEMENT_TIMEOUT: v.optional(whole(1, 3600), '30'),
  PUBLIC_URL: v.optional(ownAddress),
  APP_SECRET: v.optional(
    v.pipe(v.string(), v.minLength(SECRET_LENGTH, `must have at least ${SECRET_LENGTH} characters`)),
  ),
  FILES_KEY: v.optional(
    v.pipe(
      v.string(),
      v.check(
        (text) => /^[A-Za-z0-9+/]{43}=?$/.test(text),
        'must be 32 random bytes in base64, such as `openssl rand -base64 32` prints',
      ),
    ),
  ),
  SMTP_URL: v.optional(url(['smtp:', 'smtps:'])),
  MAIL_FROM: v.optional(v.string(), 'Pruta <pruta@localhost>'),
  SUPPORT_EMAIL: mailAddress,
  OPERATOR_NAME: v.optional(v.string()),
  OPERATOR_ADDRESS: v.optional(v.string()),
  OPERATOR_PHONE: v.optional(v.string()),
  ACCESSIBILITY_COORDINATOR_NAME: v.optional(v.string()),
  ACCESSIBILITY_COORDINATOR_PHONE: v.optional(v.string()),
  ACCESSIBILITY_COORDINATOR_EMAIL: mailAddress,
  GOOGLE_CLIENT_ID: v.optional(v.string()),
  GOOGLE_ISSUER: v.optional(webAddress, 'https://accounts.google.com'),
  GOOGLE_JWKS_URL: v.optional(webAddress, 'https://www.googleapis.com/oauth2/v3/certs'),
  OIDC_ISSUER: v.optional(webAddress),
  OIDC_CLIENT_ID: v.optional(v.string()),
  OIDC_CLIENT_SECRET: v.optional(v.string()),
  OIDC_NAME: v.optional(v.pipe(v.string(), v.maxLength(40, 'must have at most 40 characters'))),
  OIDC_ONLY: v.optional(v.picklist(['on', 'off'], 'must be on or off'), 'off'),
  RATES_URL_PRIMARY: v.optional(webAddress, 'https://open.er-api.com/v6/latest/{base}'),
  RATES_URL_SECONDARY: v.optional(webAddress, 'https://api.frankfurter.dev/v1/latest?base={base}'),
  PUSH_SERVICES: v.pipe(
    v.optional(v.string(), 'fcm.googleapis.com,push.services.mozilla.com,push.apple.com,notify.windows.com'),
    v.transform((text) => text.split(',').map((service) => service.trim())),
  ),
  ACCESS_TOKEN_TTL: v.optional(whole(1, 86_400), '900'),
  REFRESH_TOKEN_TTL: v.optional(whole(1, 31_536_000), '86400'),
  RATE_LIMIT_SCALE: v.optional(
    v.pipe(v.string(), v.transform(Number), v.number('must be a number'), v.gtValue(0, 'must be above 0')),
    '1',
  ),
  TRUST_PROXY: v.optional(
    v.pipe(
      v.string(),
      v.transform((text) => (text === 'off' ? '0' : text)),
      whole(0, 10),
    ),
    'off',
  ),
  LOG_LEVEL: v.optional(
    v.picklist(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'must be a log level such as info',
    ),
    'info',
  ),
  NODE_ROLE: v.optional(v.picklist(['all', 'web', 'worker'], 'must be all, web or worker'), 'all'),
  METRICS_TOKEN: v.optional(v.string()),
  BACKUPS: v.optional(v.picklist(['on', 'off'], 'must be on or off'), 'on'),
  BACKUP_DIR: v.optional(v.string()),
  BACKUP_COMMAND: v.optional(v.string()),
  BACKUP_COMMAND_TIMEOUT: v.optional(whole(1, 86_400), '3600'),
  BACKUPS_DAILY: v.optional(whole(0, 1000), '7'),
  BACKUPS_WEEKLY: v.optional(whole(0, 1000), '4'),
  BACKUPS_MONTHLY: v.optional(whole(0, 1000), '6'),
});

type Variables = v.InferOutput<typeof variables>;

const NAMES = Object.keys(variables.entries) as (keyof Variables)[];

export interface Config
  extends Omit<Variables, 'PUBLIC_URL' | 'APP_SECRET' | 'SUPPORT_EMAIL' | 'BACKUP_DIR'> {
  /** Created with the first backup. */
  BACKUP_DIR: string;
  PUBLIC_URL: string;
  APP_SECRET: string;
  /**
   * Shown as the help address: the mail sender unless set; missing if neither is set, as the default sender gets no
   * mail.
   */
  SUPPORT_EMAIL: string | undefined;
  /** Whether people use https: then cookies are `__Host-` and Secure. */
  secure: boolean;
}

// A single machine's secret is stored beside its database, readable only by its owner.
function storedSecret(folder: string): string {
  const file = join(folder, 'secret');
  if (!existsSync(file)) createSecret(file, randomBytes(32).toString('base64url'));
  const secret = readFileSync(file, 'utf8').trim();
  if (secret.length >= SECRET_LENGTH) return secret;
  throw new ConfigError(
    `${file} has no usable secret. Restore it, or delete it: then everybody signs in anew after a restart.`,
  );
}

// When two nodes start at once, the first one's secret wins.
function createSecret(file: string, text: string): void {
  try {
    writeFileSync(file, text, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

function folderError(folder: string, error: unknown): ConfigError {
  if (error instanceof ConfigError) return error;
  const code = (error as NodeJS.ErrnoException).code;
  const reason =
    {
      EACCES: 'it is not writable',
      EROFS: 'it is read-only',
      ENOSPC: 'the disk is full',
      EPERM: 'it is not writable',
      EEXIST: 'it is a file, or lies within one',
      ENOTDIR: 'it is a file, or lies within one',
    }[code ?? ''] ?? String((error as Error).message);
  return new ConfigError(`DATA_DIR ${folder} cannot be used: ${reason}.`);
}

// Accepts `Pruta <pruta@example.org>` and the bare address.
function addressIn(sender: string): string {
  return /<([^<>]*)>\s*$/.exec(sender)?.[1] ?? sender.trim();
}

function reachable(address: string): string | undefined {
  return address.endsWith('@localhost') ? undefined : address;
}

/**
 * The variables that are ours and not empty. Each may be in a file instead, which `_FILE` after its name names, as
 * systemd and containers give secrets.
 * @throws ConfigError when a variable is given twice, or when its file cannot be read or is empty
 */
export function readEnvironment(environment: NodeJS.ProcessEnv): Partial<Record<keyof Variables, string>> {
  const values = NAMES.flatMap((name): [string, string][] => {
    const [value, file] = [environment[name], environment[`${name}_FILE`]];
    if (value && file) throw changeNeeded(`${name} and ${name}_FILE are both set: keep one of them`);
    if (file) return [[name, readValue(name, file)]];
    return value ? [[name, value]] : [];
  });
  return Object.fromEntries(values);
}

// Without the file's name: in a confused variable it may be the secret itself.
function readValue(name: string, file: string): string {
  const subject = `the file that ${name}_FILE names`;
  try {
    const value = readFileSync(file, 'utf8').replace(/[\r\n]+$/, '');
    if (value) return value;
  } catch (error) {
    throw changeNeeded(`${subject} cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
  throw changeNeeded(`${subject} is empty`);
}

// Node's own variables begin like NODE_ROLE.
const BEGINNINGS = new Set(NAMES.map(beginningOf).filter((beginning) => !['', 'NODE'].includes(beginning)));

// Programs of others have names of one word, such as HOST.
const LETTERS = new Set(NAMES.filter((name) => name.includes('_')).map(lettersOf));

/** Names like ours that mean nothing here, such as BACKUPS_YEARLY, PRUTA_PORT or PublicUrl: probably mistakes. */
export function unknownVariables(environment: NodeJS.ProcessEnv): string[] {
  const isLikeOurs = (name: string) =>
    BEGINNINGS.has(beginningOf(name)) ||
    /^(PRUTA|NODE_ROLE)/.test(name) ||
    LETTERS.has(lettersOf(name.replace(/_file$/i, '')));
  return Object.keys(withoutVariables(environment)).filter(isLikeOurs);
}

/** The environment without our variables, for programs of others. */
export function withoutVariables(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const ours = new Set(NAMES.flatMap((name) => [name, `${name}_FILE`]));
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !ours.has(name)));
}

function lettersOf(name: string): string {
  return name.replaceAll('_', '').toUpperCase();
}

function beginningOf(name: string): string {
  return name.slice(0, Math.max(0, name.indexOf('_')));
}

function changeNeeded(...errors: string[]): ConfigError {
  return new ConfigError(`The configuration needs a change: ${errors.join('; ')}.`);
}

function parse(environment: NodeJS.ProcessEnv): Variables {
  const values = readEnvironment(environment);
  // An invalid address has no host either: one error per variable is enough.
  const result = v.safeParse(variables, values, { abortPipeEarly: true });
  if (result.success) return together(result.output);
  const errors = result.issues.map((issue) => `${v.getDotPath(issue)} ${issue.message}`);
  throw changeNeeded(...errors);
}

// A provider is no use without our client's id there, and nobody could sign in by it alone.
function together(values: Variables): Variables {
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_ONLY } = values;
  if (!OIDC_ISSUER !== !OIDC_CLIENT_ID) throw changeNeeded('OIDC_ISSUER and OIDC_CLIENT_ID need each other');
  if (OIDC_ONLY === 'on' && !OIDC_ISSUER)
    throw changeNeeded('OIDC_ONLY needs OIDC_ISSUER and OIDC_CLIENT_ID');
  return values;
}

/**
 * Reads the environment and creates `DATA_DIR` and the generated secret.
 * @throws ConfigError naming each invalid variable and its rule
 */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const values = parse(environment);
  const DATA_DIR = resolve(values.DATA_DIR);
  try {
    mkdirSync(DATA_DIR, { recursive: true, mode: 0o700 });
    const PUBLIC_URL = values.PUBLIC_URL ?? `http://localhost:${values.PORT}`;
    return {
      ...values,
      DATA_DIR,
      BACKUP_DIR: resolve(values.BACKUP_DIR ?? join(DATA_DIR, 'backups')),
      PUBLIC_URL,
      SUPPORT_EMAIL: values.SUPPORT_EMAIL ?? reachable(addressIn(values.MAIL_FROM)),
      APP_SECRET: values.APP_SECRET ?? storedSecret(DATA_DIR),
      secure: PUBLIC_URL.startsWith('https:'),
    };
  } catch (error) {
    throw folderError(DATA_DIR, error);
  }
}
