import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Part, PartError, PartReader } from '../../../src/domain/account-files/json-parts.ts';

const NAMES = { lists: ['list', 'other'], values: ['value'] };

function partsOf(text: string, size = 1): Part[] {
  const reader = new PartReader(NAMES);
  const bytes = new TextEncoder().encode(text);
  const parts: Part[] = [];
  for (let from = 0; from < bytes.length; from += size)
    parts.push(...reader.push(bytes.slice(from, from + size)));
  reader.end();
  return parts;
}

const errorOf = (text: string): PartError | undefined => {
  try {
    partsOf(text, 7);
    return undefined;
  } catch (error) {
    if (error instanceof PartError) return error;
    throw error;
  }
};

test('an object is cut into values and the entries of lists, with their lines', () => {
  const text =
    '\uFEFF{"list": [{"a": "]}"},\n 1 , "two"\n],\n"skipped": {"list": [3]}, "value": -1.5e3,"other":[]}\n';
  expect(partsOf(text)).toEqual([
    { name: 'list', index: 0, value: { a: ']}' }, line: 1 },
    { name: 'list', index: 1, value: 1, line: 2 },
    { name: 'list', index: 2, value: 'two', line: 2 },
    { name: 'value', value: -1500, line: 4 },
  ]);
});

test('whatever JSON writes comes back the same, in chunks of any size', () => {
  const json = fc.record({ list: fc.array(fc.jsonValue()), value: fc.jsonValue(), left: fc.jsonValue() });
  fc.assert(
    fc.property(json, fc.integer({ min: 1, max: 40 }), fc.constantFrom(0, 1, '\t'), (value, size, space) => {
      const parts = partsOf(JSON.stringify(value, null, space), size);
      const entries = parts.filter(({ name }) => name === 'list').map((part) => part.value);
      expect(JSON.stringify(entries)).toBe(JSON.stringify(value.list));
      const [kept] = parts.filter(({ name }) => name === 'value');
      expect(JSON.stringify(kept?.value)).toBe(JSON.stringify(value.value));
    }),
  );
});

describe('what is no JSON object', () => {
  test.each([
    ['', 1],
    ['[1]', 1],
    ['{"list": [1,]}', 1],
    ['{"list": [1]\n"value": 2}', 2],
    ['{"value": 1,}', 1],
    ['{"value"}', 1],
    ['{"value": }', 1],
    ['{"list": [1', 1],
    ['{"value": "a', 1],
    ['{"value": 1}\n\n}', 3],
    ['date,amount\r\n1,2', 1],
    ['%PDF-1.7', 1],
  ])('%j is refused on line %i', (text, line) => {
    expect(errorOf(text)).toMatchObject({ kind: 'syntax', line });
  });

  test('nor what is no UTF-8', () => {
    const reader = new PartReader(NAMES);
    expect(() => reader.push(Buffer.from('{"value": "\xe9"}', 'latin1'))).toThrow(PartError);
  });
});

test('a second value in a field is refused where it begins', () => {
  expect(() => new PartReader(NAMES).push(new TextEncoder().encode('{"x":[]['))).toThrow(PartError);
});

test('a list does not begin in a long field that is skipped', () => {
  const long = `{"left": "${'a'.repeat(2_000_000)}" `;
  expect(partsOf(`${long}"list": [1, 2]}`, long.length)).toEqual([]);
});

test('a part that is too long is refused before it is in memory as a whole', () => {
  const reader = new PartReader(NAMES);
  reader.push(Buffer.from('{"skipped": "'));
  for (let times = 0; times < 100; times += 1) reader.push(Buffer.alloc(100_000, 'x'));
  reader.push(Buffer.from('",\n"list": ["'));
  expect(() => {
    for (let times = 0; times < 100; times += 1) reader.push(Buffer.alloc(100_000, 'x'));
  }).toThrow(expect.objectContaining({ kind: 'long', line: 2 }));
});
