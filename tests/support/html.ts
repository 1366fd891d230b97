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
    fields: Object.fromEntries([...inputsOf(inside), ...textsOf(inside), ...choicesOf(inside)]),
    names: [...inside.matchAll(/\sname="([^"=]*)/g)].map(([, name = '']) => name),
  }));
}

export function textOf(html: string): string {
  return unescaped(html.replace(/<[^>]*>/g, ' ')).replace(/\s+/g, ' ');
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

function textsOf(html: string): Pair[] {
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
