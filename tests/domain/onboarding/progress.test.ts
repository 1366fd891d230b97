import { describe, expect, test } from 'vitest';
import { furthestStep, isSetupDue, NOT_BEGUN } from '../../../src/domain/onboarding/progress.ts';

const NOW = new Date('2026-06-15T09:00:00.000Z');

describe('the setup guide opens by itself', () => {
  test.each([
    ['not within a day after it was closed', '2026-06-14T09:00:00.001Z', false],
    ['again a day after it was closed', '2026-06-14T09:00:00.000Z', true],
  ])('%s', (_name, onboarding_dismissed_at, expected) => {
    expect(isSetupDue({ ...NOT_BEGUN, onboarding_dismissed_at }, NOW)).toBe(expected);
  });
});

test.each([
  [0, 0, 1],
  [0, 1, 2],
  [0, 2, 3],
  [0, 3, 3],
  [1, 0, 3],
])('completed %d with %d steps done, step %d is the last that opens', (done, steps, expected) => {
  expect(furthestStep({ onboarding_completed: done, onboarding_steps: steps })).toBe(expected);
});
