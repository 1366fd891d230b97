import { test as plain } from './browser.ts';
import { type Line, startLine } from './line.ts';

/** Tests with a line to the server that can be cut, besides what every journey has. */
export const test = plain.extend<{ line: Line }>({
  line: async ({ server }, use) => {
    const line = await startLine(server);
    await use(line);
    line.close();
  },
});
