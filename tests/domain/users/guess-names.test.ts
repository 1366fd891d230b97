import { describe, expect, test } from 'vitest';
import { guessNames } from '../../../src/domain/users/guess-names.ts';

describe('the names that an address suggests', () => {
  test.each([
    ['noa.levi@example.org', 'Noa', 'Levi'],
    ['noa_levi@example.org', 'Noa', 'Levi'],
    ['noa-levi@example.org', 'Noa', 'Levi'],
    ['noa.levi-cohen@example.org', 'Noa', 'Levi Cohen'],
    ['noa@example.org', 'Noa', ''],
    ['.noa..levi.@example.org', 'Noa', 'Levi'],
    ['éva.óvári@example.org', 'Éva', 'Óvári'],
    ['נועה.לוי@example.org', 'נועה', 'לוי'],
    ['', '', ''],
  ])('of %s are %s and %s', (email, firstName, lastName) => {
    expect(guessNames(email)).toEqual({ firstName, lastName });
  });
});
