import { lineAt, type Problem, type Source } from './sources.ts';

// Split, so that this file passes its own check.
const PATHS = new RegExp(
  String.raw`(?<![\w.:/-])/(${['work', 'home', 'root', 'Users', 'mnt'].join('|')})/[\w.-]+`,
  'g',
);
const UNFINISHED = new RegExp(String.raw`\b(${['TO' + 'DO', 'FIX' + 'ME', 'X' + 'XX'].join('|')})\b`, 'g');
const RESOLVED = /"resolved":\s*"https?:\/\/(?!registry\.npmjs\.org\/)[^"]+"/g;
const REGISTRY = /^\s*(@[\w-]+:)?registry\s*=.*$/gm;

/** Finds personal paths, registry hosts and notes of unfinished work. */
export function findStrayWords({ path, text }: Source): Problem[] {
  const patterns = path.endsWith('package-lock.json') ? [RESOLVED] : [PATHS, UNFINISHED, REGISTRY];
  return patterns.flatMap((pattern) =>
    [...text.matchAll(pattern)].map((match) => `${path}:${lineAt(text, match.index)} ${match[0].trim()}`),
  );
}
