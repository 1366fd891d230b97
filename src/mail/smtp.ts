import { setTimeout } from 'node:timers/promises';
import nodemailer from 'nodemailer';
import type { Message } from './letter.ts';

/** RFC 5322 with CRLF, and the addresses for the mail server. */
export interface Composed {
  bytes: Buffer;
  /** The id of the message, if it may be sent again. */
  id?: string | undefined;
  envelope: { from: string; to: string[] };
}

export interface Channel {
  deliver(mail: Composed): Promise<void>;
  stopRetrying(): void;
  close(): void;
}

export function composer(
  from: string,
  clock: () => Date,
): (message: Message & { to: string }) => Promise<Composed> {
  const transport = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  const host = /@([\w.-]+)/.exec(from)?.[1] ?? 'localhost';
  return async ({ to, subject, text, html, headers, id }) => {
    const { message, envelope } = await transport.sendMail({
      from,
      to: { name: '', address: oneAddress(to) },
      date: clock(),
      subject: subject.replace(/\p{Cc}+/gu, ' '),
      text,
      html,
      // Keeps automatic repliers from answering (RFC 3834).
      headers: { 'Auto-Submitted': 'auto-generated', ...headers },
      ...(id && { messageId: `<${id}@${host}>` }),
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    if (!Buffer.isBuffer(message)) throw new Error('The message was not composed.');
    return { bytes: message, id, envelope: { from: envelope.from || '', to: envelope.to } };
  };
}

// A line break or a comma in an address would add headers or recipients.
function oneAddress(address: string): string {
  if (/[\s\p{Cc}<>,;:]/u.test(address)) throw new Error('A mail goes to exactly one plain address.');
  return address;
}

const TIMEOUT = 10_000;

/** `url` is `smtp://` or `smtps://`; `retryDelays` are in milliseconds. */
export function smtp(url: string, retryDelays: number[]): Channel {
  const transport = nodemailer.createTransport({
    url,
    pool: true,
    maxRequeues: 0,
    dnsTimeout: TIMEOUT,
    connectionTimeout: TIMEOUT,
    greetingTimeout: TIMEOUT,
    socketTimeout: TIMEOUT,
  });
  const stopping = new AbortController();

  async function deliver(mail: Composed, attempt = 0): Promise<void> {
    try {
      await transport.sendMail({ envelope: mail.envelope, raw: mail.bytes });
    } catch (error) {
      const delay = retryDelays[attempt];
      if (delay === undefined || isRefusal(error)) throw error;
      await setTimeout(delay, undefined, { signal: stopping.signal }).catch(() => {
        throw error;
      });
      await deliver(mail, attempt + 1);
    }
  }

  return {
    deliver: (mail) => deliver(mail),
    stopRetrying: () => stopping.abort(),
    close: () => transport.close(),
  };
}

// A 5xx is permanent (RFC 5321, section 4.2.1); any other error may be temporary.
function isRefusal(error: unknown): boolean {
  return error instanceof Error && 'responseCode' in error && Number(error.responseCode) >= 500;
}
