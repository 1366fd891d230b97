import { describe, expect, test } from 'vitest';
import {
  completedColumns,
  furthestStep,
  isSetupDue,
  NOT_BEGUN,
  ONBOARDING_VERSION,
} from '../../../src/domain/onboarding/progress.ts';

const NOW = new Date('2026-06-15T09:00:00.000Z');

describe('the setup guide opens by itself', () => {
  test('for a person who has not begun', () => {
    expect(isSetupDue(NOT_BEGUN, NOW)).toBe(true);
  });

  test.each([
    ['not within a day after it was closed', '2026-06-14T09:00:00.001Z', false],
    ['again a day after it was closed', '2026-06-14T09:00:00.000Z', true],
  ])('%s', (_name, onboarding_dismissed_at, expected) => {
    expect(isSetupDue({ ...NOT_BEGUN, onboarding_dismissed_at }, NOW)).toBe(expected);
  });

  test('not after it was skipped, however long ago', () => {
    expect(isSetupDue({ ...NOT_BEGUN, onboarding_skipped_at: '2020-01-01T00:00:00.000Z' }, NOW)).toBe(false);
  });

  test('not once it is completed', () => {
    expect(isSetupDue(completedColumns(NOT_BEGUN, NOW), NOW)).toBe(false);
  });
});

test('its completion keeps the first time, and clears that it was closed or skipped', () => {
  const before = { ...NOT_BEGUN, onboarding_completed_at: '2026-01-01T00:00:00.000Z' };
  expect(completedColumns(before, NOW)).toEqual({
    onboarding_completed: 1,
    onboarding_completed_at: '2026-01-01T00:00:00.000Z',
    onboarding_version: '4.0.0',
    onboarding_steps: 3,
    onboarding_dismissed_at: null,
    onboarding_skipped_at: null,
  });
  expect(completedColumns(NOT_BEGUN, NOW).onboarding_completed_at).toBe(NOW.toISOString());
  expect(ONBOARDING_VERSION).toBe('4.0.0');
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
