import { beforeEach, expect } from 'vitest';
import { createTestApp, type Reply, type TestApp } from './app.ts';
import type { EngineUnderTest } from './databases.ts';
import { createMember, type Member } from './members.ts';
import { expectStoredTotals } from './stored-totals.ts';
import { datesOf, makeTemplate, type Template } from './templates.ts';

/** The days of the rent up to the current day of test apps. */
export const PAST = ['2026-03-31', '2026-04-30', '2026-05-31'];

/** The days of the rent that are generated ahead. */
export const AHEAD = ['2026-06-30', '2026-07-31', '2026-08-31'];

interface DeclaredRent {
  testApp: TestApp;
  /** A test may replace the template. */
  rent: { member: Member; template: Template };
  /** At a path below `/transactions`. */
  call<Data = Record<string, unknown>>(method: string, path: string, body?: unknown): Promise<Reply<Data>>;
  /** For calls that must succeed with 200; returns `data`. */
  ask<Data = Record<string, unknown>>(method: string, path: string, body?: unknown): Promise<Data>;
  templates(): Promise<Template[]>;
  /** In order; of one template or of any. */
  datesMade(templateId?: string): Promise<string[]>;
}

/**
 * Declares an app on the engine's database, and for each test a person with a rent of 10.00 at each month's end since
 * the first of `PAST`. After each test the stored totals must match the transactions.
 */
export function declareRent(engine: EngineUnderTest): DeclaredRent {
  const testApp = createTestApp(engine);
  const rent = {} as DeclaredRent['rent'];

  beforeEach(async () => {
    rent.member = await createMember(testApp);
    rent.template = (await makeTemplate(testApp, rent.member, { start_date: '2026-03-31' })).template;
    return () => expectStoredTotals(engine, rent.member);
  });

  const call: DeclaredRent['call'] = (method, path, body) =>
    testApp.call(method, `/transactions${path}`, { as: rent.member, body });
  const ask = async <Data>(method: string, path: string, body?: unknown) => {
    const reply = await call<Data>(method, path, body);
    expect(reply.status, reply.text).toBe(200);
    return reply.data;
  };
  const templates = async () => (await ask<{ templates: Template[] }>('GET', '/templates')).templates;
  const datesMade = (templateId?: string) => datesOf(engine, rent.member, templateId);
  return { testApp, rent, call, ask, templates, datesMade };
}
