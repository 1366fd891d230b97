import { composer } from './compose.ts';
import type { Message } from './messages.ts';
import { outbox } from './outbox.ts';
import { smtp } from './smtp.ts';

export interface MailerOptions {
  /** Without it, messages are written to `outboxDir`. */
  smtpUrl?: string | undefined;
  /** An address as a mail header has it: `Pruta <pruta@example.org>`. */
  from: string;
  outboxDir: string;
  /** For the `Date` header and the names of files. */
  clock?: () => Date;
  /** How long to wait before each further attempt, in milliseconds. */
  retryDelays?: number[];
}

export interface Mailer {
  /**
   * Hands one message over.
   * @throws Error when the mail server did not take it, or the outbox could not be written: it is the caller's to log
   */
  send(message: Message & { to: string }): Promise<void>;
  /** Ends after the deliveries that are under way; what failed by then is not tried again. */
  close(): Promise<void>;
}

/** Sends mail through the SMTP server of `smtpUrl`, or writes the same bytes as files where there is none. */
export function createMailer(options: MailerOptions): Mailer {
  const { smtpUrl, from, outboxDir, clock = () => new Date(), retryDelays = [1_000, 5_000] } = options;
  const compose = composer(from, clock);
  const channel = smtpUrl ? smtp(smtpUrl, retryDelays) : outbox(outboxDir, clock);
  const underWay = new Set<Promise<void>>();
  return {
    send(message) {
      const delivery = compose(message).then(channel.deliver);
      const ended = delivery
        .catch(() => undefined)
        .then(() => {
          underWay.delete(ended);
        });
      underWay.add(ended);
      return delivery;
    },
    async close() {
      channel.stopRetrying();
      await Promise.all(underWay);
      channel.close();
    },
  };
}
