import nodemailer from 'nodemailer';
import type { Message } from './messages.ts';

/** A message as it is sent: RFC 5322 with CRLF, and the addresses for the mail server. */
export interface Composed {
  bytes: Buffer;
  envelope: { from: string; to: string[] };
}

/** A way of delivering mail. */
export interface Channel {
  deliver(mail: Composed): Promise<void>;
  stopRetrying(): void;
  close(): void;
}

/** Returns the function that composes the bytes of a message with a text and an HTML part. */
export function composer(
  from: string,
  clock: () => Date,
): (message: Message & { to: string }) => Promise<Composed> {
  const transport = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return async ({ to, subject, text, html }) => {
    const { message, envelope } = await transport.sendMail({
      from,
      to: { name: '', address: oneAddress(to) },
      date: clock(),
      subject: subject.replace(/\p{Cc}+/gu, ' '),
      text,
      html,
      // Keeps automatic repliers from answering (RFC 3834).
      headers: { 'Auto-Submitted': 'auto-generated' },
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    if (!Buffer.isBuffer(message)) throw new Error('The message was not composed.');
    return { bytes: message, envelope: { from: envelope.from || '', to: envelope.to } };
  };
}

// A line break or a comma in an address would add headers or recipients.
function oneAddress(address: string): string {
  if (/[\s\p{Cc}<>,;:]/u.test(address)) throw new Error('A mail goes to exactly one plain address.');
  return address;
}
