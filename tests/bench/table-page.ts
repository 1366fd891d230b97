/**
 * Writes the source of an Astro page that prints the table of a rendered page. Rows of the same structure share one
 * template; what differs between them is data, printed cell by cell through ordinary templating, and the rest is plain
 * markup.
 * @throws Error when the page has no table with rows
 */
export function tablePage(html: string): { page: string; rows: string[][] } {
  const table = /<table[\s\S]*<\/table>/.exec(html)?.[0] ?? '';
  const body = /<tbody[^>]*>([\s\S]*)<\/tbody>/.exec(table);
  // Where rows stand in groups, a group is what is repeated.
  const groups = table.match(/<tbody[\s\S]*?<\/tbody>/g) ?? [];
  if (groups.length > 1 && body) return groupedPage(table, body, groups);
  const rows = body?.[1]?.match(/<tr[\s>][\s\S]*?<\/tr>/g);
  if (!body || !rows) throw new Error('The page has no table with rows.');
  const start = table.slice(0, body.index) + (/^<tbody[^>]*>/.exec(body[0])?.[0] ?? '');
  return repeated(start, rows, table.slice(body.index + body[0].length - '</tbody>'.length));
}

function groupedPage(table: string, body: RegExpExecArray, groups: string[]) {
  return repeated(table.slice(0, body.index), groups, table.slice(body.index + body[0].length));
}

function repeated(start: string, rows: string[], end: string): { page: string; rows: string[][] } {
  const builds = Map.groupBy(rows, buildOf);
  const names = [...builds.keys()];
  const choices = names.map((build, index) => {
    return `row[0] === '${index}' ? (${templateOf(build, builds.get(build) ?? [])})`;
  });
  return {
    page: pageOf(`${start}{rows.map((row) => ${choices.join(' : ')} : null)}${end}`),
    rows: rows.map((row) => [String(names.indexOf(buildOf(row))), ...valuesOf(row).map(decoded)]),
  };
}

/** The markup of a page's table, without insignificant white space between tags. */
export function tableOf(html: string): string {
  const table = /<table[\s\S]*<\/table>/.exec(html)?.[0] ?? '';
  return table.replace(/\s+/g, ' ').replaceAll('> <', '><');
}

function pageOf(table: string): string {
  return `---
import rows from '../rows.json';
---
<!doctype html>
<html lang="en"><head><meta charset="utf-8" /><title>Table</title></head><body>${table}</body></html>
`;
}

// Texts between tags, and values of attributes.
const VALUES = />([^<]+)<|="([^"]*)"/g;

function buildOf(row: string): string {
  return row.replace(VALUES, (_match, text) => (text === undefined ? '="¤"' : '>¤<'));
}

function valuesOf(row: string): string[] {
  return [...row.matchAll(VALUES)].map(([, text, attribute]) => text ?? attribute ?? '');
}

function templateOf(build: string, rows: string[]): string {
  const columns = rows.map(valuesOf);
  let index = 0;
  return build.replace(/"¤"|¤/g, (place) => {
    const value = columns[0]?.[index] ?? '';
    index += 1;
    const isSame = columns.every((row) => row[index - 1] === value) && !/[{}]/.test(value);
    if (!isSame) return `{row[${index}]}`;
    return place === '¤' ? value : `"${value}"`;
  });
}

const ENTITIES: Record<string, string> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#34;': '"',
  '&#39;': "'",
  '&#38;': '&',
  '&amp;': '&',
};

function decoded(text: string): string {
  return text.replace(/&(?:lt|gt|quot|amp|#34|#38|#39);/g, (entity) => ENTITIES[entity] ?? entity);
}
