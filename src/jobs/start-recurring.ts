import { Worker } from 'node:worker_threads';
import type { App } from '../domain/context.ts';
import { findDue } from '../domain/recurring/queries.ts';
import { generateDue } from './recurring.ts';

/** How often is looked for what has become due, in milliseconds. */
const EVERY = 60_000;

/** The same while another node is at it, or was before it died. */
const SOON = 5000;

/** Templates that become due in an ordinary minute: they are not worth a thread. */
const FEW = 100;

/** Looks at start and then every minute, on nodes that run jobs; the returned function ends it. */
export function startRecurring(app: App): () => void {
  if (app.config.NODE_ROLE === 'web') return () => undefined;
  let timer: NodeJS.Timeout | undefined;
  let thread: Worker | undefined;

  async function generate(): Promise<number | null> {
    const start = { due_at: '', user_id: '', id: '' };
    const due = await findDue(app.database.db, app.clock().toISOString(), start, FEW);
    if (due.length < FEW) return due.length === 0 ? 0 : generateDue(app);
    thread = new Worker(new URL('./recurring-thread.ts', import.meta.url), { workerData: app.answering });
    return ended(thread).finally(() => {
      thread = undefined;
    });
  }

  const look = () =>
    app.later(async () => {
      let made: number | null = 0;
      try {
        made = await generate();
        if (made) app.log.info({ made }, 'recurring transactions made');
      } finally {
        if (!app.isEnding()) timer = setTimeout(look, made === null ? SOON : EVERY).unref();
      }
    });
  look();
  return () => {
    clearTimeout(timer);
    thread?.postMessage('end');
  };
}

function ended(thread: Worker): Promise<number | null> {
  return new Promise((resolve, reject) => {
    let made: number | null = 0;
    thread.once('message', (count: number | null) => {
      made = count;
    });
    thread.once('error', reject);
    thread.once('exit', () => resolve(made));
  });
}
