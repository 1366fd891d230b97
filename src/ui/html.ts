/** Markup that is sent as it is; its texts are escaped already. */
class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  toString(): string {
    return this.text;
  }
}

type Part = string | number | Html | false | undefined | null;

/**
 * Markup in one string, for what a page repeats so often that a component's template costs more than its content. Every
 * value is escaped unless it is markup itself; white space is sent as one space.
 */
export function html(given: TemplateStringsArray, ...values: Part[]): Html {
  const parts = collapsed(given);
  let text = parts[0] ?? '';
  for (let at = 0; at < values.length; at += 1) text += `${written(values[at])}${parts[at + 1]}`;
  return new Html(text);
}

/** An attribute after a space, or nothing without a value. */
export function attribute(name: string, value: string | number | undefined): Html {
  return new Html(value === undefined ? '' : ` ${name}="${written(value)}"`);
}

export type { Html };

function written(value: Part): string | number {
  if (typeof value === 'string') return SPECIAL.test(value) ? escaped(value) : value;
  if (typeof value === 'number') return value;
  return value ? value.text : '';
}

const SPECIAL = /[&<>"']/;

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escaped = (text: string) => text.replace(/[&<>"']/g, (letter) => ENTITIES[letter] ?? '');

// Of each template once.
const known = new WeakMap<TemplateStringsArray, string[]>();

function collapsed(given: TemplateStringsArray): string[] {
  const before = known.get(given);
  if (before) return before;
  const parts = given.map((part) => part.replace(/\s+/g, ' '));
  known.set(given, parts);
  return parts;
}
