export interface Cell {
  /** `string`, `float`, `date` and the like; undefined for an empty cell. */
  type: string | undefined;
  value: string | undefined;
  formula: string | undefined;
  /** As shown, with line feeds. */
  text: string;
}

/** Of the first table of a flat OpenDocument spreadsheet, without trailing empty rows and cells. */
export function cellsOf(xml: string): Cell[][] {
  const table = /<table:table [\s\S]*?<\/table:table>/.exec(xml)?.[0] ?? '';
  const rows = [...table.matchAll(/<table:table-row\b[^>]*>([\s\S]*?)<\/table:table-row>/g)];
  return rows.map(([, row = '']) => cellsIn(row)).filter((cells) => cells.length > 0);
}

function cellsIn(row: string): Cell[] {
  const cells: Cell[] = [];
  for (const [, attributes = '', content = ''] of row.matchAll(
    /<table:table-cell\b([^>]*?)(?:\/>|>([\s\S]*?)<\/table:table-cell>)/g,
  )) {
    const value = (name: string) => new RegExp(`\\b${name}="([^"]*)"`).exec(attributes)?.[1];
    const cell = {
      type: value('office:value-type'),
      value: value('office:value'),
      formula: value('table:formula'),
      text: textIn(content),
    };
    const times = Number(value('table:number-columns-repeated') ?? 1);
    // A sheet is filled up with empty cells.
    if (cell.type !== undefined || times < 100) cells.push(...Array.from({ length: times }, () => cell));
  }
  while (cells.length > 0 && cells.at(-1)?.type === undefined) cells.pop();
  return cells;
}

function textIn(content: string): string {
  const lines = [...content.matchAll(/<text:p\b[^>]*?(?:\/>|>([\s\S]*?)<\/text:p>)/g)];
  return lines.map(([, line = '']) => plain(line)).join('\n');
}

function plain(line: string): string {
  return line
    .replaceAll(/<text:s(?: text:c="(\d+)")?\/>/g, (_, count = '1') => ' '.repeat(Number(count)))
    .replaceAll('<text:tab/>', '\t')
    .replaceAll('<text:line-break/>', '\n')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&');
}
