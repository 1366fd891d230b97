import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { escaped, record, unescaped } from '../../../src/domain/export/csv.ts';

describe('a text that begins like a formula', () => {
  test.each([
    ['=1+1', "'=1+1"],
    ['-5', "'-5"],
    ['+972', "'+972"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t=1"],
    ['\r=1', "'\r=1"],
    ["'-5", "''-5"],
    ['＝1', "'＝1"],
    ["'tis", "'tis"],
    ['1-5', '1-5'],
    ['קפה', 'קפה'],
    ['', ''],
  ])('%j is written as %j', (text, expected) => {
    expect(escaped(text)).toBe(expected);
    expect(unescaped(expected)).toBe(text);
  });

  test('comes back as it was, and never begins one', () => {
    const start = fc.constantFrom('', "'", "''", '=', '-', "'=", "''@", '\t', '\r', '＋');
    fc.assert(
      fc.property(start, fc.string({ unit: 'grapheme' }), (begins, rest) => {
        const text = begins + rest;
        expect(unescaped(escaped(text))).toBe(text);
        expect(escaped(text)).not.toMatch(/^[=+\-@\t\r]/);
      }),
    );
  });
});

describe('a record', () => {
  test.each([
    [['a', 'b'], ',', 'a,b\r\n'],
    [['a,b', 'c'], ',', '"a,b",c\r\n'],
    [['a,b', 'c;d'], ';', 'a,b;"c;d"\r\n'],
    [['say "no"', 'בע"מ'], ',', '"say ""no""","בע""מ"\r\n'],
    [['two\nlines', ' x', ''], ',', '"two\nlines"," x",\r\n'],
    [["'-5"], ',', '"\'-5"\r\n'],
  ] as const)('%j by %j is %j', (fields, separator, expected) => {
    expect(record([...fields], separator)).toBe(expected);
  });
});
