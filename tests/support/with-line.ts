import { closePages, test as plain } from './browser.ts';
import { type Line, startLine } from './line.ts';

/** Journeys whose connection to the server can be cut. */
export const test = plain.extend<{ line: Line }>({
  line: async ({ server, context }, use) => {
    const line = await startLine(server);
    await use(line);
    await closePages(context);
    line.close();
  },
});
