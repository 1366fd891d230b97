import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createMailer, type Mailer } from '../../../src/mail/mailer.ts';
import { writeMail } from '../../../src/mail/messages.ts';
import { readOutbox, startMailbox } from '../../support/mailbox.ts';
import { freePort } from '../../support/port.ts';

const from = 'Pruta <pruta@money.example.org>';
const message = writeMail('verification', {
  locale: 'he',
  firstName: 'נועה',
  link: 'https://money.example.org/verify-email/abc-123',
  siteName: 'Pruta',
});
const mail = { to: 'noa@example.org', ...message };

let dataDir: string;
const closing: (() => Promise<void>)[] = [];
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'pruta-smtp-'));
});
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
  await rm(dataDir, { recursive: true, force: true });
});

function mailerTo(smtpUrl: string | undefined, retryDelays = [1, 1]): Mailer {
  const clock = () => new Date('2026-03-31T08:15:00.123Z');
  const mailer = createMailer({ smtpUrl, from, outboxDir: join(dataDir, 'outbox'), clock, retryDelays });
  closing.unshift(() => mailer.close());
  return mailer;
}

async function serve(options: SMTPServerOptions): Promise<string> {
  const server = new SMTPServer({ authOptional: true, disabledCommands: ['STARTTLS', 'AUTH'], ...options });
  server.on('error', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  closing.push(() => new Promise((resolve) => server.close(() => resolve())));
  return `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
}

function refusal(responseCode: number): Error {
  return Object.assign(new Error('Not now'), { responseCode });
}

test('a mail server receives the bytes that the outbox would have', async () => {
  const mailbox = await startMailbox();
  closing.push(() => mailbox.stop());
  await mailerTo(mailbox.url).send(mail);
  await mailerTo(undefined).send(mail);
  const received = await mailbox.messageTo('noa@example.org');
  const [written] = await readOutbox(dataDir);
  const content = ({ subject, text, html, date, from, to, headers }: typeof received) => ({
    ...{ subject, text, html, date, from, to },
    keys: headers.map(({ key }) => key),
  });
  expect(written && content(written)).toEqual(content(received));
  expect(received.subject).toBe(message.subject);
});

test('the envelope names the sender and the one recipient, and the lines end in CRLF', async () => {
  const received: { from: unknown; to: string[]; bytes: string }[] = [];
  const url = await serve({
    async onData(stream, { envelope }, done) {
      received.push({
        from: envelope.mailFrom,
        to: envelope.rcptTo.map(({ address }) => address),
        bytes: (await buffer(stream)).toString('latin1'),
      });
      done();
    },
  });
  await mailerTo(url).send(mail);
  expect(received).toHaveLength(1);
  expect(received[0]).toMatchObject({
    from: { address: 'pruta@money.example.org' },
    to: ['noa@example.org'],
  });
  expect(received[0]?.bytes.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
});

test('a temporary error is retried, and the mail arrives once', async () => {
  let attempts = 0;
  let taken = 0;
  const url = await serve({
    onRcptTo(_address, _session, done) {
      attempts += 1;
      done(attempts < 3 ? refusal(451) : null);
    },
    async onData(stream, _session, done) {
      await buffer(stream);
      taken += 1;
      done();
    },
  });
  await mailerTo(url).send(mail);
  expect({ attempts, taken }).toEqual({ attempts: 3, taken: 1 });
});

test.each([
  ['a persistent error', 451, 3],
  ['a permanent refusal', 550, 1],
])('%s (%i) is reported to the caller after %i attempts', async (_, code, expected) => {
  let attempts = 0;
  const url = await serve({
    onRcptTo(_address, _session, done) {
      attempts += 1;
      done(refusal(code));
    },
  });
  await expect(mailerTo(url).send(mail)).rejects.toMatchObject({ responseCode: code });
  expect(attempts).toBe(expected);
});

test('an unreachable mail server is reported to the caller, and nothing is written elsewhere', async () => {
  const mailer = mailerTo(`smtp://127.0.0.1:${await freePort()}`);
  await expect(mailer.send(mail)).rejects.toThrow('ECONNREFUSED');
  expect(await readdir(dataDir)).toEqual([]);
});

test('closing ends the wait for a retry with the error of the last attempt', async () => {
  const mailer = mailerTo(`smtp://127.0.0.1:${await freePort()}`, [2_147_483_647]);
  const [delivery] = await Promise.allSettled([mailer.send(mail), mailer.close()]);
  expect(delivery).toMatchObject({ status: 'rejected', reason: { code: 'ESOCKET' } });
});
