import type { Config } from '../config.ts';
import type { Db } from '../db/open.ts';
import type { Statements } from '../db/statements.ts';
import type { ApiTokenRow, Role } from '../db/tables.ts';
import type { Currency } from '../i18n/currencies.ts';
import type { Locale } from '../i18n/locales.ts';
import type { Preferences } from '../i18n/preferences.ts';
import type { Log } from '../log.ts';
import type { Message } from '../mail/letter.ts';
import type { RequestFigures } from './instance/request-figures.ts';
import type { Block } from './restrictions/block.ts';
import type { SiteSettings } from './site-settings/definitions.ts';
import type { Timing } from './timing.ts';

/** As of the session row. */
export interface Viewer {
  id: string;
  sessionId: string;
  sessionEnds: string;
  /** What a token of a program may do; null for a person, who has a session. */
  tokenScope: ApiTokenRow['scope'] | null;
  /** When the access token expires, ISO 8601 in UTC. */
  accessEnds: string;
  /** Why this person may do nothing but sign out; null unless blocked. */
  block: Block | null;
  restriction: Block | null;
  email: string;
  firstName: string;
  lastName: string;
  role: Role;
  /** The address of the large picture. */
  picture: string | null;
  locale: Locale;
  theme: 'light' | 'dark' | 'system';
  currency: Currency;
  preferences: Preferences;
  /** Whether a code is asked for besides the password. */
  hasSecondFactor: boolean;
  /** When a code was last entered in this session, ISO 8601 in UTC. */
  codeEnteredAt: string | null;
  /** Whether the setup guide opens automatically. */
  setupDue: boolean;
  /** Whether Home offers the setup guide, which opens by itself only while it is due. */
  setupOffered: boolean;
  /** Grows with every change of this person's money or categories. */
  revision: number;
  /** The import, or its undo, that is under way: until it ends, the account is closed to everything else. */
  importId: string | null;
}

export type Settings = Pick<
  Config,
  | 'APP_SECRET'
  | 'FILES_KEY'
  | 'DATA_DIR'
  | 'BACKUPS'
  | 'BACKUP_DIR'
  | 'BACKUP_COMMAND'
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
  | 'OIDC_ISSUER'
  | 'OIDC_CLIENT_ID'
  | 'OIDC_CLIENT_SECRET'
  | 'OIDC_NAME'
  | 'OIDC_ONLY'
  | 'RATES_URL_PRIMARY'
  | 'RATES_URL_SECONDARY'
  | 'PUSH_SERVICES'
>;

export interface Instance {
  engine: 'sqlite' | 'postgres';
  startedAt: Date;
  problem(): Promise<string | null>;
  mailsWaiting(): number;
  requests: RequestFigures;
  statements: Statements;
}

/** `now` is passed in, so that a test can choose the day. */
export interface Reading {
  /** May be inside a transaction of the caller. */
  db: Db;
  /** The same data as `rootDb`, for `scan`. */
  scanDb: Db;
  viewer: Viewer;
  now: Date;
  locale: Locale;
  settings: Settings;
  /** Whether the client has disconnected, so that the answer is not needed. */
  isAbandoned(): boolean;
}

/** What a request without a signed-in person needs: counted attempts, recorded activity, work after the answer. */
export interface Requesting extends Pick<Reading, 'db' | 'now' | 'locale' | 'settings'> {
  /** Never inside a transaction, for writes that must not be rolled back with it. */
  rootDb: Db;
  viewer: Viewer | null;
  client: {
    address: string;
    userAgent: string;
    languages?: string | undefined;
    /** The random id in the browser's device cookie, set at the first sign-in; API clients have none. */
    device?: string | undefined;
  };
  log: Log;
  /**
   * Runs work after the answer, so that its duration does not reveal whether there was any; failures are logged. The
   * process waits for it before it ends, so long work must check `isStopping`.
   */
  defer(work: (isStopping: () => boolean) => Promise<void>): void;
}

export interface Writing extends Reading, Requesting {
  viewer: Viewer;
  /** Whether the person confirmed to change what was checked against the bank. */
  confirmLocked?: boolean;
  /** The code of the second factor, where what is done needs one. */
  code?: string | undefined;
}

export interface Mailing extends Pick<Requesting, 'now' | 'settings' | 'defer'> {
  /** The settings of the instance when the request began. */
  site: SiteSettings;
  /** Sends a mail without waiting for a mail server; a failure is logged. */
  sendMail(to: string, message: Message): Promise<void>;
  /**
   * Like `defer`, but after a random delay of some seconds, so that the duration of later answers does not reveal the
   * work either; immediately when the process stops.
   */
  deferAtRandom(work: () => Promise<void>): void;
}

export interface Operating extends Pick<Requesting, 'rootDb' | 'log'>, Pick<Mailing, 'site'> {
  /** Applies changed settings of the instance on this node; other nodes follow within a second. */
  reloadSite(): Promise<void>;
  timing: Timing;
  instance: Instance;
  /** The script of the threads that write PDF statements. */
  statementThread: URL;
  /** The script of the processes that read banks' files. */
  bankFileReader: URL;
}

export interface Context extends Requesting, Mailing, Operating, Pick<Reading, 'scanDb' | 'isAbandoned'> {}

export interface SignedIn extends Context, Writing {
  viewer: Viewer;
}
