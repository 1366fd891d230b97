import type { Problem, Source } from './sources.ts';

/** What docs/styles.md allows: what a utility or a part can say belongs there. */
export const MOST_LINES = 1000;

/** Finds that the handwritten stylesheets together are too long. */
export function findTooManyLines(sources: Source[]): Problem[] {
  const sheets = sources.filter(({ path }) => /^src\/ui\/styles\/[^/]+\.css$/.test(path));
  const lines = sheets.reduce((sum, { text }) => sum + (text.match(/\n/g)?.length ?? 0), 0);
  return lines > MOST_LINES ? [`src/ui/styles: ${lines} lines of CSS, at most ${MOST_LINES}`] : [];
}
