import type { Config } from '../config.ts';
import type { Db } from '../db/open.ts';
import type { Statements } from '../db/statements.ts';
import type { Role } from '../db/tables.ts';
import type { Currency } from '../i18n/currencies.ts';
import type { Locale } from '../i18n/locales.ts';
import type { Preferences } from '../i18n/preferences.ts';
import type { Log } from '../log.ts';
import type { Message } from '../mail/messages.ts';
import type { RequestFigures } from './instance/request-figures.ts';
import type { Block } from './restrictions/block.ts';
import type { SiteSettings } from './site-settings/definitions.ts';
import type { Timing } from './timing.ts';

/** A signed-in person who sent the request, as the session row has them at that moment. */
export interface Viewer {
  id: string;
  sessionId: string;
  sessionEnds: string;
  /** When the access token expires, ISO 8601 in UTC. */
  accessEnds: string;
  /** Why this person may do nothing but sign out; null for people who are not blocked. */
  block: Block | null;
  restriction: Block | null;
  email: string;
  firstName: string;
  lastName: string;
  role: Role;
  /** The address of their picture in its large size. */
  picture: string | null;
  locale: Locale;
  theme: 'light' | 'dark' | 'system';
  currency: Currency;
  preferences: Preferences;
  /** Whether the setup guide opens by itself. */
  setupDue: boolean;
  /** Grows with every change of this person's money or categories. */
  revision: number;
  /** The import that goes on or is being undone: until it ends, the account is closed to everything else. */
  importId: string | null;
}

/** The settings of the environment that use cases depend on. */
export type Settings = Pick<
  Config,
  | 'APP_SECRET'
  | 'DATA_DIR'
  | 'BACKUPS'
  | 'BACKUP_DIR'
  | 'BACKUPS_DAILY'
  | 'BACKUPS_WEEKLY'
  | 'BACKUPS_MONTHLY'
  | 'SMTP_URL'
  | 'PUBLIC_URL'
  | 'SUPPORT_EMAIL'
  | 'OPERATOR_NAME'
  | 'OPERATOR_ADDRESS'
  | 'OPERATOR_PHONE'
  | 'ACCESSIBILITY_COORDINATOR_NAME'
  | 'ACCESSIBILITY_COORDINATOR_PHONE'
  | 'ACCESSIBILITY_COORDINATOR_EMAIL'
  | 'ACCESS_TOKEN_TTL'
  | 'REFRESH_TOKEN_TTL'
  | 'RATE_LIMIT_SCALE'
  | 'GOOGLE_CLIENT_ID'
  | 'GOOGLE_ISSUER'
  | 'GOOGLE_JWKS_URL'
  | 'RATES_URL_PRIMARY'
  | 'RATES_URL_SECONDARY'
>;

export interface Instance {
  engine: 'sqlite' | 'postgres';
  /** Why the database cannot be read or written; null if it can. */
  problem(): Promise<string | null>;
  mailsWaiting(): number;
  requests: RequestFigures;
  /** How long the statements of this process took. */
  statements: Statements;
}

/** What reading the data of a signed-in person needs: `now` is passed in, so that a test can choose the day. */
export interface Reading {
  /** May be inside a transaction of the caller. */
  db: Db;
  /** The same data as `rootDb`, for `scan`. */
  scanDb: Db;
  viewer: Viewer;
  now: Date;
  locale: Locale;
  settings: Settings;
  /** Whether the client has left, so that nobody reads the answer. */
  isAbandoned(): boolean;
}

/** What a request needs that may come from anybody: counted attempts, recorded activity, work after the answer. */
export interface Requesting extends Pick<Reading, 'db' | 'now' | 'locale' | 'settings'> {
  /** Never inside a transaction, for writes that must not be rolled back with it. */
  rootDb: Db;
  viewer: Viewer | null;
  client: {
    address: string;
    userAgent: string;
    /** The languages that it prefers: its `Accept-Language` header. */
    languages?: string | undefined;
    /** The random id in the browser's device cookie, set at the first sign-in; API clients have none. */
    device?: string | undefined;
  };
  log: Log;
  /**
   * Runs work after the answer, so that its duration does not reveal whether there was any; a failure is logged. The
   * process ends only after it: long work asks now and then whether it should stop.
   */
  defer(work: (isStopping: () => boolean) => Promise<void>): void;
}

/** What changing the data of a signed-in person needs. */
export interface Writing extends Reading, Requesting {
  viewer: Viewer;
}

/** What sending mails needs. */
export interface Mailing extends Pick<Requesting, 'now' | 'settings' | 'defer'> {
  /** The settings of the instance that were in force when the request began. */
  site: SiteSettings;
  /** Sends a mail without waiting for a mail server; a failure is logged. */
  sendMail(to: string, message: Message): Promise<void>;
  /**
   * Like `defer`, at a random moment within the next seconds, so that the duration of later answers reveals nothing
   * either; at once when the process stops.
   */
  deferAtRandom(work: () => Promise<void>): void;
}

/** What work on the process and the instance needs. */
export interface Operating extends Pick<Requesting, 'rootDb' | 'log'>, Pick<Mailing, 'site'> {
  /** Brings changed settings of the instance into force on this node; others follow within a second. */
  reloadSite(): Promise<void>;
  timing: Timing;
  /** The process and its database, for figures about them. */
  instance: Instance;
  /** The program of the threads that write statements as PDF. */
  statementThread: URL;
}

/** Everything that a request brings; a use case asks for the part that it needs. */
export interface Context extends Requesting, Mailing, Operating, Pick<Reading, 'scanDb' | 'isAbandoned'> {}

/** The same of a signed-in person. */
export interface SignedIn extends Context {
  viewer: Viewer;
}
