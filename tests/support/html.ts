/** The fields that a browser would send, without buttons. */
export interface Form {
  /** Empty if the form is sent to its own page. */
  action: string;
  fields: Record<string, string>;
  /** All controls, including buttons, without their values. */
  names: string[];
}

/** Parses only the HTML that we write. */
export function formsOf(html: string): Form[] {
  return [...html.matchAll(/<form\b([^>]*)>([\s\S]*?)<\/form>/g)].map(([, opening = '', inside = '']) => ({
    action: attribute(opening, 'action') ?? '',
    fields: Object.fromEntries([...inputsOf(inside), ...areasOf(inside), ...choicesOf(inside)]),
    names: [...inside.matchAll(/\sname="([^"=]*)/g)].map(([, name = '']) => name),
  }));
}

export function textOf(html: string): string {
  return unescaped(html.replace(/<[^>]*>/g, ' ')).replace(/\s+/g, ' ');
}

/** The texts of all elements of a class, which contain no element of their own tag. */
export function textsOf(html: string, name: string): string[] {
  const elements = new RegExp(
    `<(\\w+)\\b[^>]*\\sclass="(?:[^"]* )?${name}(?: [^"]*)?"[^>]*>([\\s\\S]*?)</\\1>`,
    'g',
  );
  return [...html.matchAll(elements)].map(([, , inside = '']) => textOf(inside).trim());
}

/**
 * The messages at fields, by the ids of the fields.
 * @throws Error when a field is not called invalid, does not name its message, or lacks a link in the summary
 */
export function errorsAtFields(html: string): Record<string, string> {
  const messages = [...html.matchAll(/\sid="([\w-]+)-error"[^>]*>([\s\S]*?)<\//g)].map(
    ([, id = '', inside = '']) => [id, textOf(inside).trim()] as const,
  );
  const shown = messages.filter(([, message]) => message !== '');
  for (const [id, message] of shown) {
    const control = new RegExp(`<\\w+(?=[^>]*\\sid="${id}")[^>]*>`).exec(html)?.[0] ?? '';
    const isNamed = attribute(control, 'aria-describedby')?.split(' ').includes(`${id}-error`);
    const link = new RegExp(`<a href="#${id}"[^>]*>([\\s\\S]*?)</a>`).exec(html)?.[1] ?? '';
    if (attribute(control, 'aria-invalid') !== 'true' || !isNamed || textOf(link).trim() !== message)
      throw new Error(`${id}: ${message} is not announced by ${control} or ${link}`);
  }
  return Object.fromEntries(shown);
}

type Pair = [string, string];

function inputsOf(html: string): Pair[] {
  return [...html.matchAll(/<input\b([^>]*)>/g)].flatMap(([, attributes = '']): Pair[] => {
    const name = attribute(attributes, 'name');
    const isChoice = /type="(radio|checkbox)"/.test(attributes);
    if (!name || (isChoice && !/\schecked\b/.test(attributes))) return [];
    return [[name, attribute(attributes, 'value') ?? (isChoice ? 'on' : '')]];
  });
}

function areasOf(html: string): Pair[] {
  return [...html.matchAll(/<textarea\b([^>]*)>([\s\S]*?)<\/textarea>/g)].map(
    ([, attributes = '', text = '']): Pair => [attribute(attributes, 'name') ?? '', unescaped(text)],
  );
}

function choicesOf(html: string): Pair[] {
  return [...html.matchAll(/<select\b([^>]*)>([\s\S]*?)<\/select>/g)].map(
    ([, attributes = '', options = '']): Pair => {
      const chosen = /<option\b([^>]*\sselected\b[^>]*)>/.exec(options)?.[1] ?? '';
      return [attribute(attributes, 'name') ?? '', attribute(chosen, 'value') ?? ''];
    },
  );
}

function attribute(tag: string, name: string): string | undefined {
  const value = new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1];
  return value === undefined ? undefined : unescaped(value);
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function unescaped(text: string): string {
  return text.replace(/&(#x[\da-f]+|#\d+|\w+);/gi, (entity, name: string) => {
    if (name.startsWith('#x')) return String.fromCodePoint(Number.parseInt(name.slice(2), 16));
    if (name.startsWith('#')) return String.fromCodePoint(Number(name.slice(1)));
    return ENTITIES[name] ?? entity;
  });
}
