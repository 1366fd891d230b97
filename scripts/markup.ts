import { parse } from '@astrojs/compiler-rs';
import type { Source } from './sources.ts';

interface Node {
  type: string;
  start: number;
  [key: string]: unknown;
}

/** A text node, or an attribute (`value` is undefined for an expression). */
export type Piece =
  | { kind: 'text'; value: string; line: number }
  | { kind: 'attribute'; element: string; name: string; value: string | undefined; line: number };

const RAW = new Set(['script', 'style']);

// The parts of an expression that reach the page.
const SHOWN: Record<string, string[]> = {
  JSXExpressionContainer: ['expression'],
  ConditionalExpression: ['consequent', 'alternate'],
  LogicalExpression: ['left', 'right'],
  TemplateLiteral: ['quasis'],
};

/** Reads texts and attributes of an `.astro` or `.tsx` file, including those inside expressions. */
export function readMarkup({ path, text }: Source): Piece[] {
  // Frontmatter may contain JSX, so one parser reads both kinds of file.
  const isPage = path.endsWith('.astro');
  const { ast } = parse(isPage ? text : `---\n${text}\n---\n`);
  // The parser counts bytes.
  const bytes = Buffer.from(text);
  const shift = isPage ? 0 : 4;
  const lineOf = (node: Node) =>
    bytes
      .subarray(0, node.start - shift)
      .toString()
      .split('\n').length;
  return [...pieces(typeof ast === 'string' ? JSON.parse(ast) : ast, lineOf)];
}

function* pieces(value: unknown, lineOf: (node: Node) => number, element = ''): Generator<Piece> {
  if (Array.isArray(value)) {
    for (const item of value) yield* pieces(item, lineOf, element);
    return;
  }
  if (!isNode(value)) return;
  if (value.type === 'JSXText') yield { kind: 'text', value: String(value.value), line: lineOf(value) };
  if (value.type === 'JSXAttribute') yield readAttribute(value, element, lineOf(value));
  const within = value.type === 'JSXElement' ? nameOf((value.openingElement as Node).name) : element;
  for (const [key, child] of Object.entries(value)) {
    if (key === 'children' && RAW.has(within)) continue;
    if (key === 'children') yield* shownStrings(child, lineOf);
    yield* pieces(child, lineOf, within);
  }
}

/** Strings that an expression puts on the page: `{open ? 'Close' : 'Open'}`. */
function* shownStrings(value: unknown, lineOf: (node: Node) => number): Generator<Piece> {
  if (Array.isArray(value)) for (const item of value) yield* shownStrings(item, lineOf);
  if (!isNode(value)) return;
  if (value.type === 'Literal' && typeof value.value === 'string') {
    yield { kind: 'text', value: value.value, line: lineOf(value) };
  }
  if (value.type === 'TemplateElement') {
    yield { kind: 'text', value: (value.value as { raw: string }).raw, line: lineOf(value) };
  }
  for (const part of SHOWN[value.type] ?? []) yield* shownStrings(value[part], lineOf);
}

function readAttribute(node: Node, element: string, line: number): Piece {
  const literal = isNode(node.value) && node.value.type === 'Literal' ? String(node.value.value) : undefined;
  return { kind: 'attribute', element, name: nameOf(node.name), value: literal, line };
}

function nameOf(name: unknown): string {
  if (!isNode(name)) return '';
  if (name.type === 'JSXNamespacedName') return `${nameOf(name.namespace)}:${nameOf(name.name)}`;
  return typeof name.name === 'string' ? name.name : '';
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';
}
