import { readMarkup } from './markup.ts';
import { lineAt, type Problem, type Source } from './sources.ts';

// The only exception: amounts align their digits in both writing directions.
const PROPERTY =
  /(?<![\w-])((margin|padding|scroll-margin|scroll-padding)-(left|right)|border-(left|right)(-\w+)?|border-(top|bottom)-(left|right)-radius|(left|right)\s*:\s*[^;{}]+|(float|clear)\s*:\s*(left|right)|text-align\s*:\s*left)(?![\w-])/g;

// "pl-2" is a class, "pl-PL" a language and "right-to-left" a word.
const UTILITY =
  /^-?((m[lr]|p[lr]|scroll-[mp][lr]|left|right)-(\d|auto|full|px|\[|\$)|(border-[lr]|rounded-([lr]|tl|tr|bl|br)|divide-x)(-|$)|(text-left|float-(left|right)|clear-(left|right))$)/;

/** Finds left and right used for start and end, and inline styles and handlers. */
export function findPhysicalStyles(source: Source): Problem[] {
  if (source.path.endsWith('.css')) return findProperties(source);
  if (/\.(astro|tsx)$/.test(source.path)) return [...findInStyleElements(source), ...findInMarkup(source)];
  return findUtilities(source);
}

function findProperties({ path, text }: Source): Problem[] {
  const code = text.replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' '));
  return [...code.matchAll(PROPERTY)].map(
    (match) => `${path}:${lineAt(code, match.index)} physical: ${match[0].trim()}`,
  );
}

function findInStyleElements({ path, text }: Source): Problem[] {
  return [...text.matchAll(/(<style[^>]*>)([\s\S]*?)<\/style>/g)].flatMap(
    ([, open = '', css = ''], index, all) => {
      const start = (all[index] as RegExpMatchArray).index ?? 0;
      const before = '\n'.repeat(lineAt(text, start + open.length) - 1);
      return findProperties({ path, text: `${before}${css}` });
    },
  );
}

function findInMarkup(source: Source): Problem[] {
  const isPage = source.path.endsWith('.astro');
  const attributes = readMarkup(source).filter((piece) => piece.kind === 'attribute');
  const inline = attributes
    .filter(({ name }) => name === 'style' || (isPage && /^on\w/i.test(name)))
    .map(({ name, line }) => `${source.path}:${line} inline ${name}=`);
  return [...inline, ...findUtilities(source)];
}

/** Class names may be in any string: attributes, `class:list`, constants. */
function findUtilities({ path, text }: Source): Problem[] {
  return [...text.matchAll(/'[^'\n]*'|"[^"\n]*"|`[^`]*`/g)].flatMap(({ 0: string, index }) =>
    string
      .slice(1, -1)
      .split(/\s+/)
      .filter((word) => UTILITY.test(word.replace(/^.*:/, '')))
      .map((word) => `${path}:${lineAt(text, index)} physical class: ${word}`),
  );
}
