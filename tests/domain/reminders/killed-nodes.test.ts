import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../../src/db/open.ts';
import { createTestApp, START } from '../../support/app.ts';
import { createStorage, ENGINES, type Storage } from '../../support/databases.ts';
import { readOutbox } from '../../support/mailbox.ts';
import { createMember, record } from '../../support/members.ts';

const PEOPLE = 12;
const KILLS = 2;
const HOUR = 3_600_000;

describe.each(ENGINES)('on %s', (name) => {
  let storage: Storage;
  let database: Database;
  const engine = {
    name,
    get database() {
      return database;
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

  // An hour later than the node before, when its lease has ended and its mails are tried again.
  function startNode(round: number): ChildProcess {
    const NOW = new Date(Date.parse(START) + round * HOUR).toISOString();
    const { DATA_DIR, DATABASE_URL } = storage;
    return spawn(process.execPath, ['tests/support/reminding-node.ts'], {
      env: { ...process.env, DATA_DIR, NOW, ...(DATABASE_URL && { DATABASE_URL }) },
      stdio: ['ignore', 'inherit', 'inherit'],
    });
  }

  const countSent = async () =>
    (await database.db.selectFrom('sent_reminders').select('subject').execute()).length +
    (await readOutbox(storage.DATA_DIR)).length;

  async function runAndKill(round: number): Promise<void> {
    const before = await countSent();
    const nodes = [startNode(round), startNode(round)];
    const ends = nodes.map((node) => once(node, 'exit'));
    const isOver = () => nodes.every(({ exitCode, signalCode }) => exitCode !== null || signalCode !== null);
    await expect
      .poll(async () => (await countSent()) > before || isOver(), { timeout: 60_000, interval: 5 })
      .toBe(true);
    for (const node of nodes) node.kill('SIGKILL');
    await Promise.all(ends);
  }

  test('nodes that are killed half-way and their successors send every reminder once', async () => {
    const members = [];
    for (let made = 0; made < PEOPLE; made += 1) {
      const member = await createMember(testApp);
      await record(testApp, member, { description: 'Rent', date: '2026-06-17' });
      await testApp.call('PUT', '/users/reminders', { as: member, body: { bill: true } });
      members.push(member);
    }
    for (let round = 0; round < KILLS; round += 1) await runAndKill(round);
    // The last one finishes, and sends what its predecessor had taken.
    for (const round of [KILLS, KILLS + 1]) await once(startNode(round), 'exit');
    const mails = await readOutbox(storage.DATA_DIR);
    expect(mails.map(({ to }) => to?.[0]?.address).sort()).toEqual(members.map(({ email }) => email).sort());
    expect(await database.db.selectFrom('reminder_mails').selectAll().execute()).toEqual([]);
  }, 120_000);
});
