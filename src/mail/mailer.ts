import type { Message } from './messages.ts';
import { outbox } from './outbox.ts';
import type { Channel, Composed } from './smtp.ts';

interface MailerOptions {
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
   * Sends one message.
   * @throws Error when the mail server did not take it, or the outbox could not be written, which the caller logs
   */
  send(message: Message & { to: string }): Promise<void>;
  /** Waits for the deliveries in progress; failed ones are not tried again. */
  close(): Promise<void>;
}

/** Sends mail through the SMTP server of `smtpUrl`, or writes the same bytes as files where there is none. */
export function createMailer(options: MailerOptions): Mailer {
  let route: Promise<Route> | undefined;
  const inProgress = new Set<Promise<void>>();
  return {
    send(message) {
      route ??= openRoute(options);
      const delivery = route.then(({ compose, channel }) => compose(message).then(channel.deliver));
      const ended = delivery
        .catch(() => undefined)
        .then(() => {
          inProgress.delete(ended);
        });
      inProgress.add(ended);
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

// Loaded for the first message: a process that sends none starts sooner and stays smaller.
async function openRoute(options: MailerOptions): Promise<Route> {
  const { smtpUrl, from, outboxDir, clock = () => new Date(), retryDelays = [1_000, 5_000] } = options;
  const { composer, smtp } = await import('./smtp.ts');
  return {
    compose: composer(from, clock),
    channel: smtpUrl ? smtp(smtpUrl, retryDelays) : outbox(outboxDir, clock),
  };
}
