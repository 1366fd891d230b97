import type { Problem, Source } from './sources.ts';

/** From docs/styles.md, which prefers utilities and parts. */
export const MOST_LINES = 985;

/** Counts handwritten stylesheets together with style elements of pages. */
export function findTooManyLines(sources: Source[]): Problem[] {
  const lines = sources.map(handwritten).reduce((sum, css) => sum + (css.match(/\n/g)?.length ?? 0), 0);
  return lines > MOST_LINES ? [`src: ${lines} lines of CSS, at most ${MOST_LINES}`] : [];
}

function handwritten({ path, text }: Source): string {
  if (path.endsWith('.css')) return text;
  if (!path.endsWith('.astro')) return '';
  return [...text.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)].map(([, css]) => css).join('');
}
