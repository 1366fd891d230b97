/** The letters of CDATA as text of an element. */
export function withoutCdata(text: string): string {
  const last = text.lastIndexOf(']]>') + 3;
  if (last < 3) return text;
  const escaped = (_: string, inside: string) => inside.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return text.slice(0, last).replace(/<!\[CDATA\[([\s\S]*?)\]\]>/g, escaped) + text.slice(last);
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/** Without entities, also where some bank has escaped them twice. */
export function plain(text: string): string {
  if (!text.includes('&')) return text;
  const once = (value: string) =>
    value.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,4}));/gi, (whole, decimal, hex, name) => {
      if (name) return ENTITIES[name.toLowerCase()] ?? whole;
      const code = decimal ? Number(decimal) : Number.parseInt(hex, 16);
      return code >= 32 && code <= 0x10ffff ? String.fromCodePoint(code) : ' ';
    });
  return once(once(text));
}
