import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  endOfMonth,
  instantOf,
  isDate,
  localNow,
  plusDays,
  plusMonths,
  startOfMonth,
  startOfWeek,
} from '../../src/domain/calendar.ts';

const JERUSALEM = 'Asia/Jerusalem';

describe('the instant of a local time', () => {
  test.each([
    ['2026-06-15 12:00', JERUSALEM, '2026-06-15T09:00Z', 'in summer'],
    ['2026-01-15 12:00', JERUSALEM, '2026-01-15T10:00Z', 'in winter'],
    ['2026-03-27 01:59', JERUSALEM, '2026-03-26T23:59Z', 'before the hour that spring skips'],
    ['2026-03-27 02:00', JERUSALEM, '2026-03-27T00:00Z', 'at the start of the hour that spring skips'],
    ['2026-03-27 02:30', JERUSALEM, '2026-03-27T00:30Z', 'within the hour that spring skips: 03:30'],
    ['2026-03-27 03:00', JERUSALEM, '2026-03-27T00:00Z', 'after the hour that spring skips'],
    ['2026-10-25 00:59', JERUSALEM, '2026-10-24T21:59Z', 'before the hour that autumn repeats'],
    ['2026-10-25 01:00', JERUSALEM, '2026-10-24T22:00Z', 'at the start of the hour that autumn repeats'],
    ['2026-10-25 01:30', JERUSALEM, '2026-10-24T22:30Z', 'within the hour that autumn repeats: the earlier'],
    ['2026-10-25 02:00', JERUSALEM, '2026-10-25T00:00Z', 'after the hour that autumn repeats'],
    ['2026-11-01 01:30', 'America/New_York', '2026-11-01T05:30Z', 'repeated in New York: the earlier'],
    ['2026-03-08 02:30', 'America/New_York', '2026-03-08T07:30Z', 'skipped in New York'],
    ['2026-04-05 01:45', 'Australia/Lord_Howe', '2026-04-04T14:45Z', 'repeated for half an hour only'],
    ['2026-10-04 02:15', 'Australia/Lord_Howe', '2026-10-03T15:45Z', 'skipped for half an hour only'],
    ['2026-06-15 00:00', 'Pacific/Kiritimati', '2026-06-14T10:00Z', 'where the day starts first'],
    ['2026-06-15 23:59', 'Pacific/Pago_Pago', '2026-06-16T10:59Z', 'where the day ends last'],
    ['2026-06-15 12:00', 'Asia/Kathmandu', '2026-06-15T06:15Z', 'where clocks differ by three quarters'],
    ['2024-02-29 12:00', 'UTC', '2024-02-29T12:00Z', 'on a leap day'],
  ])('%s in %s is %s: %s', (local, zone, instant) => {
    const [date = '', time = ''] = local.split(' ');
    expect(instantOf(date, time, zone)).toBe(new Date(instant).toISOString());
  });

  test('is the one at which a clock in that time zone shows the date and time', () => {
    const zones = fc.constantFrom(JERUSALEM, 'UTC', 'America/St_Johns', 'Asia/Kolkata', 'Pacific/Kiritimati');
    const instants = fc.integer({ min: Date.UTC(2021, 0), max: Date.UTC(2030, 0) });
    fc.assert(
      fc.property(zones, instants, (zone, milliseconds) => {
        const shown = localNow(new Date(milliseconds), zone);
        const resolved = new Date(instantOf(shown.date, shown.time, zone));
        expect(localNow(resolved, zone)).toEqual(shown);
        expect(resolved.getTime()).toBeLessThanOrEqual(milliseconds);
      }),
      { numRuns: 500 },
    );
  });
});

describe('today', () => {
  test.each([
    ['2026-06-30T21:00:00.000Z', JERUSALEM, '2026-07-01', '00:00'],
    ['2026-06-30T20:59:59.999Z', JERUSALEM, '2026-06-30', '23:59'],
    ['2026-06-30T09:59:00.000Z', 'Pacific/Kiritimati', '2026-06-30', '23:59'],
    ['2026-06-30T10:00:00.000Z', 'Pacific/Kiritimati', '2026-07-01', '00:00'],
    ['2026-07-01T10:59:00.000Z', 'Pacific/Pago_Pago', '2026-06-30', '23:59'],
    ['2026-12-31T22:30:00.000Z', JERUSALEM, '2027-01-01', '00:30'],
  ])('at %s in %s is %s %s', (instant, zone, date, time) => {
    expect(localNow(new Date(instant), zone)).toEqual({ date, time });
  });
});

describe('dates', () => {
  test.each([
    ['2026-02-28', true],
    ['2024-02-29', true],
    ['2026-02-29', false],
    ['2026-02-30', false],
    ['2026-13-01', false],
    ['0099-12-31', true],
    ['2026-00-10', false],
    ['2026-04-31', false],
    ['2026-4-1', false],
    ['26-04-01', false],
    ['2026-04-01T00:00', false],
    ['2026-04-01\n', false],
    ['٢٠٢٦-٠٤-٠١', false],
    ['', false],
  ])('%j is one: %s', (text, expected) => {
    expect(isDate(text)).toBe(expected);
  });

  test.each([
    ['2026-01-31', 1, '2026-02-28'],
    ['2024-01-31', 1, '2024-02-29'],
    ['2026-03-31', -1, '2026-02-28'],
    ['2026-12-31', 2, '2027-02-28'],
    ['2024-02-29', 12, '2025-02-28'],
    ['2024-02-29', 48, '2028-02-29'],
  ])('%s moved by %i months is %s', (date, months, expected) => {
    expect(plusMonths(date, months)).toBe(expected);
  });

  test.each([
    ['2026-02-28', 1, '2026-03-01'],
    ['2024-02-28', 1, '2024-02-29'],
    ['2026-03-27', 1, '2026-03-28'],
    ['2026-10-25', -1, '2026-10-24'],
    ['2026-01-01', -1, '2025-12-31'],
    ['0100-01-01', -1, '0099-12-31'],
    ['2026-06-15', -1825, '2021-06-16'],
    ['2026-06-15', 365, '2027-06-15'],
  ])('%s moved by %i days is %s', (date, days, expected) => {
    expect(plusDays(date, days)).toBe(expected);
  });

  test.each([
    ['2026-02-10', '2026-02-01', '2026-02-28'],
    ['2024-02-29', '2024-02-01', '2024-02-29'],
    ['2026-12-31', '2026-12-01', '2026-12-31'],
    ['9999-12-05', '9999-12-01', '9999-12-31'],
  ])('the month of %s is from %s to %s', (date, first, last) => {
    expect([startOfMonth(date), endOfMonth(date)]).toEqual([first, last]);
  });

  test.each([
    ['2026-06-14', 'sunday', '2026-06-14'],
    ['2026-06-14', 'monday', '2026-06-08'],
    ['2026-06-15', 'sunday', '2026-06-14'],
    ['2026-06-15', 'monday', '2026-06-15'],
    ['2026-01-01', 'sunday', '2025-12-28'],
    ['2026-03-01', 'monday', '2026-02-23'],
  ] as const)('the week of %s that starts on %s begins on %s', (date, start, expected) => {
    expect(startOfWeek(date, start)).toBe(expected);
  });
});
