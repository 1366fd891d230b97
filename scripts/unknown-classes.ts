import { matchesGlob } from 'node:path';
import { createGenerator } from 'unocss';
import config from '../uno.config.ts';
import { lineAt, type Problem, type Source } from './sources.ts';

/** Made once, because it takes longer than reading the sources. */
const uno = createGenerator(config);

const READ = config.content?.filesystem ?? [];

interface Used {
  name: string;
  /** Whether the name continues with a value, as in `badge-${tone}`. */
  open: boolean;
  place: string;
}

/**
 * Finds classes without a style: no shortcut, no utility, not in a stylesheet. Reads the sources as the build does, to
 * find classes that the build misses.
 */
export async function findUnknownClasses(sources: Source[]): Promise<Problem[]> {
  const sheets = sources.filter(({ path }) => path.endsWith('.css'));
  const markup = sources.filter(({ path }) => /\.(astro|tsx|ts)$/.test(path));
  const read = markup.filter(({ path }) => READ.some((glob) => matchesGlob(path, glob)));
  const { matched, css } = await (await uno).generate(read.map(({ text }) => text).join('\n'));
  const named = [css, ...sheets.map(({ text }) => text.replace(/\/\*[\s\S]*?\*\//g, ''))].flatMap((text) =>
    [...text.matchAll(/\.(-?[a-z][\w-]*)/g)].map(([, name = '']) => name),
  );
  const defined = new Set([...matched, ...named]);
  const isKnown = ({ name, open }: Used) =>
    open ? [...defined].some((other) => other.startsWith(name)) : defined.has(name);
  return markup
    .flatMap(usedClasses)
    .filter((used) => !isKnown(used))
    .map(({ name, place }) => `${place} unknown class: ${name}`);
}

function usedClasses({ path, text }: Source): Used[] {
  return [...text.matchAll(/\bclass(?:Name|:list)?\s*=\s*(["'`{])/g)].flatMap((match) => {
    const start = match.index + match[0].length - 1;
    const place = `${path}:${lineAt(text, start)}`;
    const value = match[1] === '{' ? braced(text, start) : quoted(text, start);
    return stringsOf(value).flatMap((string) => words(string).map((word) => ({ ...word, place })));
  });
}

function braced(text: string, start: number): string {
  let depth = 0;
  for (let end = start; end < text.length; end++) {
    if (text[end] === '{') depth++;
    if (text[end] === '}' && --depth === 0) return text.slice(start, end + 1);
  }
  return '';
}

const quoted = (text: string, start: number) =>
  text.slice(start, text.indexOf(text[start] ?? '', start + 1) + 1);

function stringsOf(expression: string): string[] {
  return [...expression.matchAll(/([!=]==\s*)?('[^'\n]*'|"[^"]*"|`[^`]*`)/g)]
    .filter(([, compared]) => !compared)
    .map(([, , string = '']) => string.slice(1, -1));
}

function words(string: string): { name: string; open: boolean }[] {
  return string
    .replace(/\$\{(?:[^{}`]|`[^`]*`|\{[^}]*\})*\}/g, '\0')
    .split(/\s+/)
    .map((word) => ({ name: word.replace(/\0.*/, ''), open: word.includes('\0') }))
    .filter(({ name }) => name !== '');
}
