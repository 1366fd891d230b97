import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createMailer } from '../../../src/mail/mailer.ts';
import { writeMail } from '../../../src/mail/messages.ts';
import { readOutbox } from '../../support/mailbox.ts';

const from = 'Pruta <pruta@money.example.org>';
const message = writeMail('verification', {
  locale: 'he',
  firstName: 'נועה',
  link: 'https://money.example.org/verify-email/abc-123',
  siteName: 'Pruta',
});

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'pruta-outbox-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

function mailerAt(clock: () => Date = () => new Date('2026-03-31T08:15:00.123Z')) {
  return createMailer({ from, outboxDir: join(dataDir, 'outbox'), clock });
}

async function files(): Promise<string[]> {
  return (await readdir(join(dataDir, 'outbox'))).sort();
}

test('without a mail server a message is written as a file that a mail program can open', async () => {
  await mailerAt().send({ to: 'noa@example.org', ...message });
  const [name = ''] = await files();
  const mail = await PostalMime.parse(await readFile(join(dataDir, 'outbox', name)));
  expect(name).toMatch(/^20260331T081500123Z-000001-[0-9a-f]{6}\.eml$/);
  expect(mail.from).toMatchObject({ name: 'Pruta', address: 'pruta@money.example.org' });
  expect(mail.to).toEqual([{ name: '', address: 'noa@example.org' }]);
  expect(mail.subject).toBe(message.subject);
  expect(mail.text?.replaceAll('\r\n', '\n').trim()).toBe(message.text.trim());
  expect(mail.html?.replaceAll('\r\n', '\n').trim()).toBe(message.html.trim());
  expect(mail.date).toBe('2026-03-31T08:15:00.000Z');
  expect(mail.messageId).toMatch(/^<.+@money\.example\.org>$/);
});

test('the file is plain ASCII with CRLF at each end of line, no line over 998 characters', async () => {
  await mailerAt().send({ to: 'noa@example.org', ...message });
  const [name = ''] = await files();
  const bytes = await readFile(join(dataDir, 'outbox', name), 'latin1');
  expect(bytes).toMatch(/^Content-Type: multipart\/alternative;/im);
  expect(bytes).toMatch(/^Auto-Submitted: auto-generated\r$/im);
  expect(bytes.replaceAll('\r\n', '')).not.toMatch(/[\r\n]|[^\t\x20-\x7E]/);
  expect(Math.max(...bytes.split('\r\n').map((line) => line.length))).toBeLessThanOrEqual(998);
});

test('folder and files are readable by their owner alone, and no temporary file is left', async () => {
  await mailerAt().send({ to: 'noa@example.org', ...message });
  const [name = '', ...others] = await files();
  expect(others).toEqual([]);
  expect((await stat(join(dataDir, 'outbox'))).mode & 0o777).toBe(0o700);
  expect((await stat(join(dataDir, 'outbox', name))).mode & 0o777).toBe(0o600);
});

test('the newest message is last by name, even within a millisecond and when the clock is set back', async () => {
  const instants = ['2026-03-31T08:15:00.123Z', '2026-03-31T08:15:00.123Z', '2026-03-31T07:00:00.000Z'];
  let reads = 0;
  const mailer = mailerAt(() => new Date(instants[Math.min(Math.floor(reads++ / 2), 2)] ?? ''));
  for (const to of ['first@example.org', 'second@example.org', 'third@example.org']) {
    await mailer.send({ to, ...message });
  }
  const mails = await readOutbox(dataDir);
  expect(mails.map((mail) => mail.to?.[0]?.address)).toEqual([
    'first@example.org',
    'second@example.org',
    'third@example.org',
  ]);
});

test('mailers that share a folder do not overwrite each other', async () => {
  const mailers = [mailerAt(), mailerAt(), mailerAt()];
  await Promise.all(mailers.map((mailer) => mailer.send({ to: 'noa@example.org', ...message })));
  expect(await files()).toHaveLength(3);
});

test('closing waits for the message that is being written', async () => {
  const mailer = mailerAt();
  void mailer.send({ to: 'noa@example.org', ...message });
  await mailer.close();
  expect(await readOutbox(dataDir)).toHaveLength(1);
});

test('a folder that cannot be created is reported to the caller', async () => {
  await writeFile(join(dataDir, 'outbox'), 'a file is in the way');
  await expect(mailerAt().send({ to: 'noa@example.org', ...message })).rejects.toThrow(/EEXIST|ENOTDIR/);
});

test.each([
  'noa@example.org\r\nBcc: evil@example.org',
  'noa@example.org, evil@example.org',
  '<evil@example.org>',
])('the address %j is refused, because it would add a header or a recipient', async (to) => {
  await expect(mailerAt().send({ to, ...message })).rejects.toThrow('exactly one plain address');
  expect(await readOutbox(dataDir)).toEqual([]);
});

test('a subject adds no header', async () => {
  await mailerAt().send({ ...message, to: 'noa@example.org', subject: 'Hello\r\nBcc: evil@example.org' });
  const [mail] = await readOutbox(dataDir);
  expect(mail?.subject).toBe('Hello Bcc: evil@example.org');
  expect(mail?.headers.map(({ key }) => key)).not.toContain('bcc');
});
