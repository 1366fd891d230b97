import { readFileSync } from 'node:fs';

/** The rows of `{name}.tsv` by the names in its first line; what is empty is null. */
export function readTable(name: string): Record<string, string | null>[] {
  const text = readFileSync(new URL(`${name}.tsv`, import.meta.url), 'utf8');
  const [names = [], ...rows] = text
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t'));
  return rows.map((row) => Object.fromEntries(names.map((column, index) => [column, row[index] || null])));
}

/** The numbers of a value such as `2 6 11`. */
export function numbersIn(value: string | null | undefined): number[] | undefined {
  return value?.split(' ').map(Number);
}
