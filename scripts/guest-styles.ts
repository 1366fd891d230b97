import { hash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { AstroIntegration } from 'astro';
import { ROOT } from './children.ts';

type Folders = Record<'server' | 'client', URL>;

/**
 * Gives the pages that only guests see a small copy of the shared stylesheet, with the rules for what they contain.
 * `loadMemberStyles` finds the whole sheet by the copy's name.
 */
export function guestStyles(): AstroIntegration {
  let folders: Folders;
  return {
    name: 'pruta:guest-styles',
    hooks: {
      'astro:config:done': ({ config }) => {
        folders = config.build;
      },
      'astro:build:ssr': ({ manifest }) => {
        const pages = manifest.routes
          .map(({ routeData, styles }) => ({ styles, sources: sourcesOf(routeData.component) }))
          .filter(({ sources }) => hasLayout(sources, 'GuestLayout') && !hasLayout(sources, 'AppLayout'));
        const words = new Set(pages.flatMap(({ sources }) => [...sources.values()].flatMap(wordsOf)));
        for (const style of pages.flatMap(({ styles }) => styles))
          if (style.type === 'external') style.src = copy(folders, style.src, words);
      },
    },
  };
}

/** The sources of a page: the file and all that it imports. */
function sourcesOf(page: string): Map<string, string> {
  const sources = new Map<string, string>();
  const files = [join(ROOT, page)];
  for (const file of files) {
    if (sources.has(file) || !/\/src\/(pages|layouts|ui|browser|islands)\/.*\.(astro|tsx?)$/.test(file))
      continue;
    const text = readFileSync(file, 'utf8');
    sources.set(file, text);
    for (const [, path = ''] of text.matchAll(/(?:from|import\(?)\s*'(\.[^']+)'/g))
      files.push(join(dirname(file), path));
  }
  return sources;
}

const hasLayout = (sources: Map<string, string>, name: string) =>
  sources.has(join(ROOT, `src/layouts/${name}.astro`));

/** Whatever may be the name of a class, or its beginning. */
const wordsOf = (text: string) => text.split(/[\s'"`<>=]+|\$\{/);

/** Writes the copy where Astro will have moved the sheet. */
function copy({ server, client }: Folders, sheet: string, words: Set<string>): string {
  const css = reduce(readFileSync(new URL(sheet, server), 'utf8'), words);
  const path = sheet.replace(/\.css$/, `.${hash('sha256', css, 'base64url').slice(0, 8)}.css`);
  writeFileSync(new URL(path, client), css);
  return path;
}

/** Leaves out the rules whose selectors all need a class that is no such word. */
export function reduce(css: string, words: Set<string>): string {
  // A name may end with a value, as in `flash-${kind}`.
  const isNeeded = (selector: string) =>
    classesOf(selector).every((name) => words.has(name) || words.has(name.replace(/[^-]+$/, '')));
  return split(css, /^[;}]$/)
    .map((rule) => {
      const [, head = '', body = ''] = /^([^{]*)\{(.*)\}$/s.exec(rule) ?? [];
      if (/^@(media|layer|supports|container)/.test(head)) {
        const rest = reduce(body, words);
        return rest && `${head}{${rest}}`;
      }
      if (!head || head.startsWith('@')) return rule;
      const needed = split(head, /^,$/).filter(isNeeded);
      return needed.length > 0 && `${needed.map((each) => each.replace(/,$/, '')).join(',')}{${body}}`;
    })
    .filter(Boolean)
    .join('');
}

/** Cuts after each separator outside of brackets. */
function split(text: string, separator: RegExp): string[] {
  const parts = [];
  let depth = 0;
  let start = 0;
  for (const { 0: sign, index } of text.matchAll(/\\.|"[^"]*"|[\s\S]/g)) {
    if (/^[([{]$/.test(sign)) depth++;
    if (/^[)\]}]$/.test(sign)) depth--;
    if (depth > 0 || !separator.test(sign)) continue;
    parts.push(text.slice(start, index + 1));
    start = index + 1;
  }
  return start < text.length ? [...parts, text.slice(start)] : parts;
}

/** The classes of an element and of what it is in, without those in brackets. */
function classesOf(selector: string): string[] {
  const names = [...selector.matchAll(/\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)|\.((?:\\.|[\w-])+)/g)];
  return names.flatMap(([, name]) => (name ? [name.replaceAll('\\', '')] : []));
}
