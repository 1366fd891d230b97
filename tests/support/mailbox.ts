import { EventEmitter, once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

const MAIL_TIMEOUT = 60_000;

export interface Mailbox {
  /** For `SMTP_URL`. */
  url: string;
  messages: Email[];
  /** The first message to an address; waits for it. */
  messageTo(address: string): Promise<Email>;
  stop(): Promise<void>;
}

export async function startMailbox(): Promise<Mailbox> {
  const messages: Email[] = [];
  const arrivals = new EventEmitter();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    async onData(stream, _session, done) {
      messages.push(await PostalMime.parse(await buffer(stream)));
      done();
      arrivals.emit('message');
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    messages,
    async messageTo(address) {
      for (;;) {
        const mail = messages.find((message) => isTo(message, address));
        if (mail) return mail;
        await once(arrivals, 'message', { signal: AbortSignal.timeout(MAIL_TIMEOUT) });
      }
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** Mails that a server without SMTP wrote into its `DATA_DIR`, oldest first. */
export async function readOutbox(dataDir: string): Promise<Email[]> {
  const folder = join(dataDir, 'outbox');
  const names = await readdir(folder).catch(() => []);
  const mails = names.filter((name) => name.endsWith('.eml')).sort();
  return Promise.all(mails.map(async (name) => PostalMime.parse(await readFile(join(folder, name)))));
}

/**
 * The newest mail to an address, including one still being written.
 * @throws Error when none comes within a minute
 */
export async function outboxMessageTo(dataDir: string, address: string): Promise<Email> {
  const deadline = Date.now() + MAIL_TIMEOUT;
  while (Date.now() < deadline) {
    const mail = (await readOutbox(dataDir)).findLast((message) => isTo(message, address));
    if (mail) return mail;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error(`No mail to ${address} in ${dataDir}/outbox.`);
}

/** The token at the end of a mail's link: `/verify-email/{token}`. */
export function tokenIn(
  message: Email,
  path: 'verify-email' | 'reset-password' | 'change-email' | 'restore-email',
): string {
  const token = message.text?.match(new RegExp(`/${path}/([\\w-]+)`))?.[1];
  if (!token) throw new Error(`No ${path} link in: ${message.text}`);
  return token;
}

function isTo(message: Email, address: string): boolean {
  return message.to?.some((recipient) => recipient.address?.toLowerCase() === address.toLowerCase()) ?? false;
}
