import { sql } from 'kysely';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../../src/db/open.ts';
import { inSnapshot } from '../../../src/db/transact.ts';
import { startPostgres } from '../../support/postgres.ts';

test('long reads are those of the replica as long as it has all that was written, and those of the primary otherwise', async () => {
  const primary = await startPostgres(['fsync=off']);
  onTestFinished(() => primary.stop());
  const replica = await primary.replicate();
  const urls = { DATABASE_URL: primary.url, DATABASE_READ_URL: replica.url };
  const database = await openDatabase({ ...urls, DATA_DIR: '' });
  onTestFinished(() => database.close());
  const standby = await openDirectly(replica.url);

  let written = 0;
  const write = async () => {
    written += 1;
    const mark = { holder: String(written), expires_at: '' };
    await database.db
      .insertInto('leases')
      .values({ name: 'mark', ...mark })
      .onConflict((conflict) => conflict.column('name').doUpdateSet(mark))
      .execute();
  };
  const read = () =>
    inSnapshot(database.scanDb, async (tx) => {
      const found = await sql<{ holder: string; replica: boolean }>`
        select holder, pg_is_in_recovery() as replica from leases where name = 'mark'
      `.execute(tx);
      return found.rows[0];
    });
  // The replica replays the tables first.
  await write();
  await expect.poll(read).toEqual({ holder: '1', replica: true });
  for (let round = 0; round < 20; round += 1) {
    await write();
    expect((await read())?.holder).toBe(String(written));
  }

  await standby.run('select pg_wal_replay_pause()');
  await expect
    .poll(() => standby.run('select pg_get_wal_replay_pause_state() as state'))
    .toEqual({ state: 'paused' });
  await write();
  expect(await read()).toEqual({ holder: String(written), replica: false });
  await standby.run('select pg_wal_replay_resume()');
  await expect.poll(read).toEqual({ holder: String(written), replica: true });

  await standby.end();
  await replica.stop();
  await write();
  expect(await read()).toEqual({ holder: String(written), replica: false });
  expect(await database.problem()).toBe(null);
});

async function openDirectly(url: string) {
  const client = new pg.Client(url);
  await client.connect();
  return {
    run: async (statement: string) => (await client.query(statement)).rows[0],
    end: () => client.end(),
  };
}
