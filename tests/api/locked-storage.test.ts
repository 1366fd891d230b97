import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../src/db/open.ts';
import { createTestApp } from '../support/app.ts';
import { createStorage, type Storage } from '../support/databases.ts';
import { createMember } from '../support/members.ts';

let storage: Storage;
let database: Database;
let other: DatabaseSync;

beforeAll(async () => {
  storage = await createStorage('sqlite');
  database = await openDatabase(storage);
  other = new DatabaseSync(join(storage.DATA_DIR, 'pruta.db'), { timeout: 5000 });
});

afterAll(async () => {
  other?.close();
  await database?.close();
  await storage?.remove();
});

const testApp = createTestApp({
  get database() {
    return database;
  },
});

test('while another process writes, people read, also those who were not seen for long; a write waits', async () => {
  const member = await createMember(testApp);
  testApp.advance(600);
  const order: unknown[] = [];
  other.exec('begin immediate');
  const body = { amount: 5 };
  const write = testApp
    .call('POST', '/transactions/expense', { as: member, body })
    .then(({ status }) => order.push(`write ${status}`));
  for (let turn = 0; turn < 5; turn += 1) {
    const { status } = await testApp.call('GET', '/transactions', { as: member });
    order.push(`read ${status}`);
  }
  other.exec('commit');
  await write;
  expect(order).toEqual([...Array(5).fill('read 200'), 'write 201']);
});
