import type { Config } from '../config.ts';
import type { Database, Db } from '../db/open.ts';
import type { Locale } from '../i18n/locales.ts';
import type { Currency, Preferences } from '../i18n/preferences.ts';
import type { Log } from '../log.ts';
import type { Message } from '../mail/messages.ts';
import type { Block } from './restrictions/block.ts';

export type Role = 'user' | 'admin' | 'super_admin';

/** Who is asking: a signed-in person, as the session row has them at this very request. */
export interface Viewer {
  id: string;
  sessionId: string;
  /** When the session ends for good, ISO 8601 in UTC. */
  sessionEnds: string;
  /** When the access token runs out, ISO 8601 in UTC. */
  accessEnds: string;
  /** Why this person may do nothing but sign out; null for everybody else. */
  block: Block | null;
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
  /** Grows with every change of this person's money or categories. */
  revision: number;
}

/** What lives as long as the process. */
export interface App {
  config: Config;
  database: Database;
  log: Log;
  /** Sends a mail without making anybody wait for a mail server; a failure is logged. */
  post(to: string, message: Message): Promise<void>;
  /** Does something after the answer has gone, so that its time tells nobody whether it was done; a failure is logged. */
  later(work: () => Promise<void>): void;
  clock(): Date;
  /** Whether the process has been told to stop and answers only what is under way. */
  isEnding(): boolean;
  /** Whether somebody is waiting for an answer. */
  isServing(): boolean;
  /** How many are, in memory that threads share. */
  answering: Int32Array;
}

/** What every act gets: `now` is passed in, so that a test can choose the day. */
export interface Context {
  app: App;
  db: Db;
  viewer: Viewer | null;
  now: Date;
  locale: Locale;
  from: {
    address: string;
    userAgent: string;
    /** The random name of the browser, which its cookie keeps from a sign-in on; programs have none. */
    device?: string | undefined;
  };
}

/** The context of acts that need somebody signed in. */
export interface SignedIn extends Context {
  viewer: Viewer;
}
