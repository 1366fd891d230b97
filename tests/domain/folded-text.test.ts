import { expect, test } from 'vitest';
import { searchedWords } from '../../src/domain/folded-text.ts';

test('a search asks for each piece of text once, in one writing of each letter', () => {
  expect(searchedWords('  Milk ﬁsh\tMILK ')).toEqual(['milk', 'fish']);
  expect(searchedWords('')).toEqual([]);
});

test('a piece within another one is not asked for, so that many short ones cost no more than a long one', () => {
  expect(searchedWords('i 2 milk ilk 24 i')).toEqual(['milk', '24']);
  expect(searchedWords('קפה בקפה')).toEqual(['בקפה']);
  expect(searchedWords('a '.repeat(100))).toEqual(['a']);
});
