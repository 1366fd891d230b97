import { setTimeout } from 'node:timers/promises';
import nodemailer from 'nodemailer';
import type { Channel, Composed } from './compose.ts';

const TIMEOUT = 10_000;

/** Delivers through the mail server of an `smtp://` or `smtps://` address; `retryDelays` in milliseconds. */
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

// A 5xx of the server is permanent (RFC 5321, section 4.2.1); any other error may be temporary.
function isRefusal(error: unknown): boolean {
  return error instanceof Error && 'responseCode' in error && Number(error.responseCode) >= 500;
}
