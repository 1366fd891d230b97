import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LEASE_DURATION } from '../../../src/db/lease.ts';
import { type Database, openDatabase } from '../../../src/db/open.ts';
import { plusDays } from '../../../src/domain/calendar.ts';
import { createTestApp } from '../../support/app.ts';
import { createStorage, ENGINES, type Storage } from '../../support/databases.ts';
import { createMember, type Member } from '../../support/members.ts';
import { expectStoredTotals } from '../../support/stored-totals.ts';
import { datesOf, makeTemplate } from '../../support/templates.ts';

const PEOPLE = 8;
const KILLS = 1;
const A_YEAR_LATER = Date.parse('2027-06-15T09:00:00.000Z');

describe.each(ENGINES)('on %s', (name) => {
  let storage: Storage;
  let database: Database;
  const engine = {
    name,
    get database() {
      return database;
    },
    get db() {
      return database.db;
    },
  };
  const testApp = createTestApp(engine);

  beforeAll(async () => {
    storage = await createStorage(name);
    database = await openDatabase(storage);
  });
  afterAll(async () => {
    await database.close();
    await storage.remove();
  });

  function startNode(round: number): ChildProcess {
    const NOW = new Date(A_YEAR_LATER + round * LEASE_DURATION).toISOString();
    const { DATA_DIR, DATABASE_URL } = storage;
    return spawn(process.execPath, ['tests/support/generating-node.ts'], {
      env: { ...process.env, DATA_DIR, NOW, ...(DATABASE_URL && { DATABASE_URL }) },
      stdio: ['ignore', 'inherit', 'inherit'],
    });
  }

  async function count(): Promise<number> {
    const { rows } = await engine.db
      .selectFrom('transactions')
      .select((expression) => expression.fn.countAll<number>().as('rows'))
      .executeTakeFirstOrThrow();
    return rows;
  }

  async function runAndKill(round: number): Promise<void> {
    const before = await count();
    const nodes = [startNode(round), startNode(round)];
    const ends = nodes.map((node) => once(node, 'exit'));
    const isOver = () => nodes.every(({ exitCode, signalCode }) => exitCode !== null || signalCode !== null);
    await expect.poll(async () => (await count()) > before || isOver()).toBe(true);
    for (const node of nodes) node.kill('SIGKILL');
    await Promise.all(ends);
  }

  test('nodes that are killed half-way and their successors generate every occurrence once', async () => {
    const members: Member[] = [];
    for (let made = 0; made < PEOPLE; made += 1) {
      const member = await createMember(testApp);
      await makeTemplate(testApp, member, { interval_type: 'daily' });
      await makeTemplate(testApp, member, { interval_type: 'weekly', type: 'income' });
      members.push(member);
    }
    for (let round = 0; round < KILLS; round += 1) await runAndKill(round);
    const last = [startNode(KILLS + 1), startNode(KILLS + 1)];
    const codes = await Promise.all(last.map((node) => once(node, 'exit')));
    expect(codes.map(([code]) => code)).toEqual([0, 0]);

    const days = Array.from({ length: 365 + 91 }, (_, index) => plusDays('2026-06-15', index));
    const weeks = days.filter((_, index) => index % 7 === 0);
    const expected = [...days, ...weeks].sort();
    for (const member of members) {
      expect(await datesOf(engine, member)).toEqual(expected);
      await expectStoredTotals(engine, member);
    }
  });
});
