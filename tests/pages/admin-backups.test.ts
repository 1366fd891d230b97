import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { textOf } from '../support/html.ts';
import { browserOf } from '../support/newcomer.ts';
import { createAdministrator, createPerson, type Person } from '../support/people.ts';
import { type RunningServer, startServer } from '../support/server.ts';
import type { TextPage } from '../support/text-browser.ts';

// Its own: other files expect a server without backups.
let server: RunningServer;
const LIST = '/admin/backups';
let owner: Person;
let admin: Person;

beforeAll(async () => {
  server = await startServer({ BACKUPS: 'off' });

  afterAll(() => server.kill());
  await createPerson(server);
  owner = await createAdministrator(server, 'super_admin');
  admin = await createAdministrator(server);
});

test('a backup is asked for, made by the server and downloaded, by forms alone', async () => {
  const browser = browserOf(server, owner);
  const asking = await browser.open(`${LIST}/new`);
  let page: TextPage = await browser.submit(asking, asking.form('confirmed'), {});
  expect([page.address, page.status]).toEqual([LIST, 200]);
  await expect
    .poll(async () => {
      page = await browser.open(LIST);
      return textOf(page.html);
    })
    .toContain('The backup that was asked for was made on');
  const [name = ''] = readdirSync(join(server.dataDir, 'backups')).filter((file) => file.endsWith('.db'));
  expect(page.html).toContain(`href="${LIST}/${name}"`);
  const download = await browser.open(`${LIST}/${name}`);
  const wrong = await browser.submit(download, download.form('password'), { password: 'guess' });
  expect([wrong.status, textOf(wrong.html)]).toEqual([
    400,
    expect.stringContaining('Current password is incorrect'),
  ]);
  const file = await browser.submit(download, download.form('password'), { password: owner.password });
  expect(file.headers.get('content-disposition')).toBe(`attachment; filename="${name}"`);
  expect(file.html.slice(0, 15)).toBe('SQLite format 3');
  expect(textOf((await browser.open('/admin/activity')).html)).toContain('Backup downloaded');
});

test('an admin sees the list and may ask, but downloads nothing', async () => {
  const browser = browserOf(server, admin);
  const list = await browser.open(LIST);
  expect(list.html).toContain(`action="${LIST}/new"`);
  expect(list.html).not.toMatch(/href="\/admin\/backups\/pruta-/);
  const [name = ''] = readdirSync(join(server.dataDir, 'backups')).filter((file) => file.endsWith('.db'));
  expect((await browser.open(`${LIST}/${name}`)).status).toBe(403);
});

test('nobody else sees anything, and what is no backup is not found', async () => {
  const other = browserOf(server, await createPerson(server));
  for (const path of [LIST, `${LIST}/new`, `${LIST}/pruta-2026-01-01-000000.db`])
    expect((await other.open(path)).status, path).toBe(403);
  expect((await browserOf(server, owner).open(`${LIST}/pruta-2026-01-01-000000.db`)).status).toBe(404);
});
