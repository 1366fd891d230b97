/** From 0 to below 1; the same seed gives the same numbers. */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Must never come back as an element. */
const MARKUP = '"><svg/onload=fuzz>';

const long = (part: string, letters: number) => part.repeat(Math.ceil(letters / part.length));

const TEXTS = [
  '',
  ' ',
  MARKUP,
  `'${MARKUP}`,
  '</script><svg/onload=fuzz>',
  'javascript:alert(1)',
  '//evil.example',
  '/\\evil.example',
  'https://evil.example/a',
  '/.//evil.example',
  'a\r\nset-cookie: x=y',
  '\0',
  '\u0001\u0008\u001b\u007f',
  '\u202eabc\u2066\u200f',
  '\ufffe\uffff',
  '😀'.repeat(20),
  'שלום "עולם"',
  '0',
  '-1',
  '-0',
  '1e309',
  '1e5',
  'NaN',
  'Infinity',
  '9007199254740993',
  '99999999999999999999999999',
  '0.0000000001',
  '-999999999999.99',
  '1,5,3',
  '5-',
  '-5',
  '5-1',
  '25:61',
  '24:00',
  '0000-00-00',
  '9999-99-99',
  '9999-12-31',
  '0001-01-01',
  '2026-02-30',
  '2026-02-29T25:61:61Z',
  '+275760-09-13T00:00:00.000Z',
  '-000001-01-01',
  '2026-W53',
  '2026-13',
  'today',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'valueOf',
  '{"a":[1,{"b":null}]}',
  '[[[[[]]]]]',
  'null',
  'undefined',
  'true',
  '%',
  '%25',
  '\\',
  "'; drop table users; --",
  '../../etc/passwd',
  '{{7*7}}',
  '00000000-0000-0000-0000-000000000000',
  'none',
  '.',
  '..',
  long('x', 5200),
  `/${long('y', 5200)}`,
  `/transactions?search=${long('z', 7000)}`,
  long('"', 5200),
  long('<', 5200),
  long('ש', 1800),
  long('1', 5200),
  long(',', 5200),
  long('a,', 5200),
  long('[', 5200),
];

/** Percent-encoded bytes that are invalid in any text. */
const BYTES = [
  '%00',
  '%ff%fe',
  '%ed%a0%80',
  '%c0%af',
  '%e0%a4%a',
  '%zz',
  '%',
  '%u0000',
  '%f8%88%80%80%80',
  '+%2b',
];

export function hostileValue(random: () => number): string {
  const all = TEXTS.length + BYTES.length;
  const index = Math.floor(random() * all);
  return BYTES[index] ?? encodeURIComponent(TEXTS[index - BYTES.length] ?? '');
}
