import type { App } from '../app.ts';
import { isResting } from './resting.ts';
import { resumeBulkChanges } from './resume-bulk-changes.ts';
import { resumeImports } from './resume-imports.ts';

/** How often work whose process has ended is looked for, in milliseconds. */
const INTERVAL = 10_000;

/** Looks for unfinished bulk changes and imports at start and then every ten seconds; the returned function ends it. */
export function scheduleResuming(app: App): () => void {
  if (app.config.NODE_ROLE === 'web') return () => undefined;
  let timer: NodeJS.Timeout | undefined;
  const run = () =>
    app.defer(async (isStopping) => {
      try {
        if (await isResting(app)) return;
        const [finished] = await Promise.all([
          resumeBulkChanges(app, isStopping),
          resumeImports(app, isStopping),
        ]);
        if (finished > 0) app.log.info({ finished }, 'bulk changes carried on');
      } finally {
        if (!isStopping()) timer = setTimeout(run, INTERVAL).unref();
      }
    });
  run();
  return () => clearTimeout(timer);
}
