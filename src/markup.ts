/** Text that is markup already. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  toString(): string {
    return this.text;
  }
}

type Part = string | number | boolean | null | undefined | Markup | readonly Part[];

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

// Appends, and never joins: a join copies all that it joins, a row once for its day and once for its table.
function textOf(part: Part): string {
  if (typeof part === 'string')
    return /[&<>"']/.test(part) ? part.replace(/[&<>"']/g, (c) => ENTITIES[c] ?? '') : part;
  if (part instanceof Markup) return part.text;
  if (typeof part === 'number') return String(part);
  if (!part || part === true) return '';
  let text = '';
  for (const each of part) text += textOf(each);
  return text;
}

/** Markup from a template: values are escaped, lists are put one after the other, nothing and booleans leave no trace. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Markup {
  let text = strings[0] ?? '';
  for (let i = 0; i < parts.length; i++) {
    text += textOf(parts[i]);
    text += strings[i + 1] ?? '';
  }
  return new Markup(text);
}
