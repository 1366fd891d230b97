import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { makeBackup, restoreBackup } from '../../../src/domain/backups/backups.ts';
import { listBackups } from '../../../src/domain/backups/folder.ts';
import { checkSqlite, isWhole } from '../../../src/domain/backups/sqlite.ts';
import { readStates } from '../../../src/domain/budgets/state.ts';
import { contentOf, createInstance } from '../../support/instances.ts';
import { contextOf, createMember, makeCategory, record } from '../../support/members.ts';
import { expectStoredTotals } from '../../support/stored-totals.ts';

const instance = await createInstance();
const { database } = instance.app;

const make = (file?: string) => makeBackup(instance.app.config, { now: instance.app.clock(), file });
const restore = (file: string) => restoreBackup(instance.app.config, file, { now: instance.app.clock() });

test('the drill: what was backed up comes back, what came after is kept aside', async () => {
  const member = await createMember(instance);
  for (let day = 10; day < 20; day += 1) await record(instance, member, { date: `2026-06-${day}` });
  const { file, people, transactions } = await make();
  expect([people, transactions]).toEqual([1, 10]);
  const before = contentOf(instance.file);
  expect(contentOf(file)).toEqual(before);

  instance.advance(60);
  await record(instance, member, { description: 'After the backup' });
  const stranger = await createMember(instance);
  const after = contentOf(instance.file);
  expect(after).not.toEqual(before);

  const { safety, replaced } = await restore(file);
  expect(replaced).toBe('kept');
  expect(contentOf(instance.file)).toEqual(before);
  expect(contentOf(safety)).toEqual(after);
  // Open connections of the server see the restored content, whose totals match its transactions.
  await expectStoredTotals({ name: 'sqlite', database, db: database.db }, member);
  for (const one of [member, stranger])
    expect((await instance.call('GET', '/transactions', { as: one })).status).toBe(401);
  const last = database.db.selectFrom('activity').select(['action_type', 'details']).orderBy('id', 'desc');
  expect(await last.executeTakeFirst()).toEqual({
    action_type: 'restore_backup',
    details: JSON.stringify({ backup: basename(file), by: 'command line' }),
  });
  expect(isWhole(await checkSqlite(instance.file))).toBe(true);
  expect(readdirSync(instance.storage.DATA_DIR).filter((name) => name.startsWith('.restore'))).toEqual([]);
});

test('a restoration ends mailed links and tokens, keeps maintenance as it is, and lets revisions grow', async () => {
  const { db } = database;
  const member = await createMember(instance);
  await instance.call('POST', '/users/forgot-password', { body: { email: member.email } });
  await instance.app.settle();
  const link = { user_id: member.id, hash: 'x', purpose: 'reset_password', email: null } as const;
  await db
    .insertInto('mail_tokens')
    .values({ ...link, expires_at: '2027-01-01T00:00:00.000Z' })
    .execute();
  await record(instance, member);
  const body = { name: 'Bank', scope: 'read', password: member.password };
  const made = await instance.call<{ secret: string }>('POST', '/users/tokens', { as: member, body });
  const withToken = () => instance.call('GET', '/accounts', { as: { accessToken: made.data.secret } });
  expect((await withToken()).status).toBe(200);
  const { file } = await make();
  await db.deleteFrom('mail_tokens').execute();
  await db.deleteFrom('api_tokens').execute();
  await db
    .insertInto('settings')
    .values({
      key: 'maintenance_message',
      value: 'Back at ten',
      description: null,
      category: 'maintenance',
      updated_by: 'Noa',
      updated_at: instance.app.clock().toISOString(),
    })
    .execute();
  for (let more = 0; more < 3; more += 1) await record(instance, member);
  const [seen] = await db.selectFrom('revisions').selectAll().where('user_id', '=', member.id).execute();
  await restore(file);
  expect(await db.selectFrom('mail_tokens').selectAll().execute()).toEqual([]);
  expect((await withToken()).status).toBe(401);
  const message = db.selectFrom('settings').select('value').where('key', '=', 'maintenance_message');
  expect(await message.executeTakeFirst()).toEqual({ value: 'Back at ten' });
  const [restored] = await db.selectFrom('revisions').selectAll().where('user_id', '=', member.id).execute();
  expect(restored?.number).toBeGreaterThan(seen?.number ?? 0);
  await db.deleteFrom('settings').where('key', '=', 'maintenance_message').execute();
});

test('what budgets carried over is computed again after a restoration', async () => {
  const member = await createMember(instance);
  const context = await contextOf(instance, member);
  const category_ids = [await makeCategory(instance, member, 'Food and drink')];
  const body = { category_ids, amount: 100, carry: 'all', from: '2026-05-01' };
  await instance.call('POST', '/budgets', { as: member, body });
  const bought = { date: '2026-05-10', amount: 30, categoryId: category_ids[0] };
  const carried = async () => (await readStates(context)).map((state) => state.carried);
  await record(instance, member, bought);
  const { file } = await make();
  await record(instance, member, bought);
  expect(await carried()).toEqual([4000]);
  await restore(file);
  expect(await carried()).toEqual([7000]);
});

test('a backup has one file with its check beside it, which only its owner can read', async () => {
  instance.advance(60);
  const { file, name } = await make();
  expect([`${file}-wal`, `${file}-shm`, `${file}-journal`].filter((one) => existsSync(one))).toEqual([]);
  for (const one of [file, `${file}.check`]) expect(statSync(one).mode & 0o777).toBe(0o600);
  const listed = listBackups(instance.backups).find((backup) => backup.name === name);
  expect(listed?.checked).toMatchObject({ differences: 0 });
  // Other content of the same name was not checked.
  truncateSync(file, 100_000);
  expect(listBackups(instance.backups).find((backup) => backup.name === name)?.checked).toBeNull();
});

test('two backups within a second have names of their own, and a file that exists is not replaced', async () => {
  const [one, other] = [await make(), await make()];
  expect(one.file).not.toBe(other.file);
  await expect(make(one.file)).rejects.toThrow('exists already');
});

test('what is no whole backup is refused, and the database stays as it is', async () => {
  const member = await createMember(instance);
  for (let day = 10; day < 30; day += 1) await record(instance, member, { date: `2026-05-${day}` });
  const { file } = await make();
  const before = contentOf(instance.file);
  const folder = instance.storage.DATA_DIR;
  const saved = listBackups(instance.backups).length;

  const cut = join(folder, 'cut.db');
  copyFileSync(file, cut);
  truncateSync(cut, Math.floor(statSync(file).size / 2));

  const scratched = join(folder, 'scratched.db');
  const bytes = readFileSync(file);
  bytes.fill(0, 4096 * 20, 4096 * 21);
  writeFileSync(scratched, bytes);

  const text = join(folder, 'text.db');
  writeFileSync(text, 'Not a database at all, but long enough to have a header.'.repeat(100));

  const foreign = join(folder, 'foreign.db');
  const opened = new DatabaseSync(foreign);
  opened.exec('create table accounts (id integer)');
  opened.close();

  const newer = changedCopy(file, 'newer.db', "insert into kysely_migration values ('9999-later', '2030')");
  const orphaned = changedCopy(
    file,
    'orphaned.db',
    `pragma foreign_keys = off; delete from users where id = '${member.id}'`,
  );
  const wrong = changedCopy(file, 'wrong.db', 'update monthly_totals set amount = amount + 1');

  for (const [bad, reason] of [
    [cut, /damaged|malformed/],
    [scratched, /damaged|malformed/],
    [text, /not a SQLite database/],
    [foreign, /not a database of Pruta/],
    [newer, /newer Pruta/],
    [orphaned, /refers to a row of users/],
    [wrong, /stored totals/],
    [join(folder, 'missing.db'), /no file/],
    [instance.file, /the database itself/],
  ] as const)
    await expect(restore(bad)).rejects.toThrow(reason);
  expect(contentOf(instance.file)).toEqual(before);
  expect(listBackups(instance.backups)).toHaveLength(saved);
});

test('every stored total that differs is named by table and key, and never by what people wrote', async () => {
  const member = await createMember(instance);
  await record(instance, member, { description: 'Secret therapist', date: '2026-04-03' });
  const { file } = await make();
  const changed = changedCopy(
    file,
    'changed.db',
    `update daily_totals set amount = amount + 7 where user_id = '${member.id}';
     delete from monthly_totals where user_id = '${member.id}';
     update monthly_facets set count = count + 1 where user_id = '${member.id}' and facet = 'payee'`,
  );
  const { errors, differences } = await checkSqlite(changed);
  expect(errors).toEqual([]);
  const uncategorized = '2026-04-03 expense uncategorized';
  const month = '2026-04 expense uncategorized';
  expect(differences).toEqual([
    {
      userId: member.id,
      table: 'daily_totals',
      key: uncategorized,
      column: 'amount',
      stored: 1257,
      sum: 1250,
    },
    { userId: member.id, table: 'monthly_totals', key: month, column: 'amount', stored: 0, sum: 1250 },
    { userId: member.id, table: 'monthly_totals', key: month, column: 'count', stored: 0, sum: 1 },
    expect.objectContaining({ table: 'monthly_facets', column: 'count', stored: 2, sum: 1 }),
  ]);
  expect(JSON.stringify(differences)).not.toMatch(/secret|therapist/i);
  expect((await checkSqlite(changed, undefined, 'nobody')).differences).toEqual([]);
});

test('a backup is restored where the database is missing or cannot be opened', async () => {
  const { file } = await make();
  const { config } = instance.app;
  const now = instance.app.clock();
  const DATA_DIR = join(config.DATA_DIR, 'elsewhere');
  mkdirSync(DATA_DIR);
  const storage = { ...config, DATA_DIR, BACKUP_DIR: join(DATA_DIR, 'backups') };
  const live = join(DATA_DIR, 'pruta.db');

  expect((await restoreBackup(storage, file, { now })).replaced).toBe('nothing');
  expect(contentOf(live)).toEqual(contentOf(file));

  writeFileSync(live, 'Overwritten by something else.'.repeat(1000));
  const { replaced, safety } = await restoreBackup(storage, file, { now });
  expect(replaced).toBe('kept damaged');
  expect(readFileSync(safety, 'utf8')).toContain('Overwritten by something else.');
  expect(contentOf(live)).toEqual(contentOf(file));
});

function changedCopy(file: string, name: string, statements: string): string {
  const copy = join(instance.storage.DATA_DIR, name);
  copyFileSync(file, copy);
  const opened = new DatabaseSync(copy);
  opened.exec(statements);
  opened.close();
  return copy;
}
