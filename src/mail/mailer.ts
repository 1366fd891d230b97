import type { Message } from './letter.ts';
import { outbox } from './outbox.ts';
import type { Channel, Composed } from './smtp.ts';

interface MailerOptions {
  /** Without it, messages are written to `outboxDir`. */
  smtpUrl?: string | undefined;
  /** In the form of a mail header: `Pruta <pruta@example.org>`. */
  from: string;
  outboxDir: string;
  /** For the `Date` header and file names. */
  clock?: () => Date;
  /** Pauses before further attempts, in milliseconds. */
  retryDelays?: number[];
}

export interface Mailer {
  /**
   * @throws Error for the caller to log when the mail server refused the message, or the outbox could not be written
   */
  send(message: Message & { to: string }): Promise<void>;
  /** Waits for the deliveries in progress; failed ones are not retried. */
  close(): Promise<void>;
}

/** Sends mail through `smtpUrl`, or writes the same bytes as files without one. */
export function createMailer(options: MailerOptions): Mailer {
  let route: Promise<Route> | undefined;
  const inProgress = new Set<Promise<void>>();
  return {
    send(message) {
      route ??= openRoute(options);
      const delivery = route.then(({ compose, channel }) => compose(message).then(channel.deliver));
      const settled = delivery
        .catch(() => undefined)
        .then(() => {
          inProgress.delete(settled);
        });
      inProgress.add(settled);
      return delivery;
    },
    async close() {
      const channel = (await route)?.channel;
      channel?.stopRetrying();
      await Promise.all(inProgress);
      channel?.close();
    },
  };
}

interface Route {
  compose: (message: Message & { to: string }) => Promise<Composed>;
  channel: Channel;
}

// Loaded for the first message, because a process without mail starts faster and stays smaller.
async function openRoute(options: MailerOptions): Promise<Route> {
  const { smtpUrl, from, outboxDir, clock = () => new Date(), retryDelays = [1_000, 5_000] } = options;
  const { composer, smtp } = await import('./smtp.ts');
  return {
    compose: composer(from, clock),
    channel: smtpUrl ? smtp(smtpUrl, retryDelays) : outbox(outboxDir, clock),
  };
}
