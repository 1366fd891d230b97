import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { type App, assembleApp } from '../../src/app.ts';
import { readConfig } from '../../src/config.ts';
import type { Database } from '../../src/db/open.ts';
import { realTiming, type Timing } from '../../src/domain/timing.ts';
import { createPipeline } from '../../src/http/pipeline.ts';
import { createLog } from '../../src/log.ts';
import { createMailer } from '../../src/mail/mailer.ts';
import { type DeclaringEngine, forEachEngine, onSqlite } from './databases.ts';
import { BANK_FILE_READER, STATEMENT_THREAD } from './programs.ts';
import { NO_RATES } from './rate-provider.ts';

/** The initial time of test apps' clocks, which stand still: a Monday, noon in Jerusalem. */
export const START = '2026-06-15T09:00:00.000Z';

/** `data` is present for a success, `error` for an error. */
export interface Reply<Data> {
  status: number;
  headers: Headers;
  text: string;
  data: Data;
  error: { code: string; message: string; details?: unknown };
}

export interface CallOptions {
  as?: { accessToken: string } | undefined;
  /** Sent as JSON; a text is sent unchanged. */
  body?: unknown;
  /** Sent as `multipart/form-data` instead of a body. */
  form?: FormData | undefined;
  headers?: Record<string, string> | undefined;
  /** The client's address, as the server passes it to the pipeline. */
  from?: string | undefined;
}

interface Parts {
  environment?: NodeJS.ProcessEnv;
  pages?: Parameters<typeof createPipeline>[1];
  /** Replaces the clock of waiting work. By default its pauses only move the clock. */
  timing?: Partial<Timing>;
}

export interface TestApp {
  readonly app: App;
  readonly dataDir: string;
  /** JSON lines. */
  readonly logs: string[];
  setClock(instant: string): void;
  advance(seconds: number): void;
  request(path: string, init?: RequestInit): Promise<Response>;
  /** `call('GET', '/transactions', { as: person })`. */
  call<Data = Record<string, unknown>>(
    method: string,
    path: string,
    options?: CallOptions,
  ): Promise<Reply<Data>>;
}

/**
 * Declares an app on the engine's database. Mails go to a folder, and limits never apply unless `environment` sets
 * them. Use the returned object inside tests and hooks only.
 */
export function createTestApp(
  engine: { readonly database: Database },
  { environment = {}, pages = plainPage, timing = {} }: Parts = {},
): TestApp {
  const dataDir = mkdtempSync(join(tmpdir(), 'pruta-app-'));
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }));
  const logs: string[] = [];
  let now = new Date(START);
  let running: { app: App; pipeline: ReturnType<typeof createPipeline> } | undefined;

  function pass(milliseconds: number): void {
    now = new Date(now.getTime() + milliseconds);
  }

  function opened() {
    if (!running) {
      const config = readConfig({
        DATA_DIR: dataDir,
        APP_SECRET: 'a secret of tests that is long enough',
        RATE_LIMIT_SCALE: '10000',
        ...NO_RATES,
        ...environment,
      });
      const app = assembleApp({
        config,
        database: engine.database,
        log: createLog('info', { write: (line) => void logs.push(line) }),
        mailer: createMailer({ from: config.MAIL_FROM, outboxDir: join(dataDir, 'outbox') }),
        clock: () => now,
        timing: { ...realTiming(() => now), pause: async (milliseconds) => pass(milliseconds), ...timing },
        statementThread: STATEMENT_THREAD,
        bankFileReader: BANK_FILE_READER,
      });
      running = { app, pipeline: createPipeline(app, pages) };
    }
    return running;
  }

  const request: TestApp['request'] = async (path, init) => opened().pipeline.request(path, init);

  return {
    get app() {
      return opened().app;
    },
    dataDir,
    logs,
    setClock(instant) {
      now = new Date(instant);
    },
    advance: (seconds) => pass(seconds * 1000),
    request,
    async call(method, path, options = {}) {
      return parseReply(await request(`/api/v1${path}`, initOf(method, options)));
    },
  };
}

type Declaration =
  | [declare: (testApp: TestApp, engine: DeclaringEngine) => void]
  | [parts: Parts, declare: (testApp: TestApp, engine: DeclaringEngine) => void];

/** Declares tests for an app on every engine, where SQL decides. */
export const forEachApp = (...declaration: Declaration) => declareOn(forEachEngine, declaration);

/** For tests each of whose statements PostgreSQL gets from other files too. */
export const forAppOnSqlite = (...declaration: Declaration) => declareOn(onSqlite, declaration);

function declareOn(engines: typeof forEachEngine, declaration: Declaration): void {
  const [parts, declare] = declaration.length === 1 ? [{}, declaration[0]] : declaration;
  engines((engine) => declare(createTestApp(engine, parts), engine));
}

export type Pages = NonNullable<Parts['pages']>;

/** Replaces Astro's error page: the error as JSON; null without one. */
export function errorPage(call: Parameters<Pages>[0]): Response | null {
  const error = call.get('pageError');
  return error && Response.json({ error }, { status: error.status });
}

// Replaces Astro's pages.
const plainPage: Pages = (call) =>
  errorPage(call) ??
  new Response('<!doctype html><title>A page</title>', { headers: { 'content-type': 'text/html' } });

export function initOf(method: string, { as, body, form, headers, from }: CallOptions): RequestInit {
  const allHeaders: Record<string, string> = { ...headers };
  if (as) allHeaders.authorization = `Bearer ${as.accessToken}`;
  if (from) allHeaders['x-pruta-address'] = from;
  if (form) return { method, headers: allHeaders, body: form };
  if (body === undefined) return { method, headers: allHeaders };
  return {
    method,
    headers: { 'content-type': 'application/json', ...allHeaders },
    body: typeof body === 'string' || body instanceof Blob ? body : JSON.stringify(body),
  };
}

export async function parseReply<Data>(response: Response): Promise<Reply<Data>> {
  const text = await response.text();
  const isJson = text !== '' && /json/.test(response.headers.get('content-type') ?? '');
  const json = isJson ? JSON.parse(text) : {};
  return { status: response.status, headers: response.headers, text, data: json.data, error: json.error };
}
