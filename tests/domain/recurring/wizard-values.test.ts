import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { localNow, plusDays } from '../../../src/domain/calendar.ts';
import {
  fallsOn,
  previewAsTyped,
  startAfter,
  valuesLike,
  type WizardValues,
  wizardValues,
} from '../../../src/domain/recurring/templates/wizard-values.ts';
import { isShortened } from '../../../src/islands/recurring-wizard/shown-template.ts';
import { createTestApp, START } from '../../support/app.ts';
import { onSqlite } from '../../support/databases.ts';
import { createMember } from '../../support/members.ts';

const TODAY = '2026-06-15';
const ZONE = 'Asia/Jerusalem';
const STYLE = { currency: 'ILS', decimal_separator: '.', thousand_separator: ',' } as const;
const WRITER = { currency: 'ILS', preferences: { ...STYLE, timezone: ZONE } } as const;
const EMPTY = { ...wizardValues(undefined, TODAY, WRITER), amount: '10', description: 'Rent' };

const preview = (changes: Partial<WizardValues>) =>
  previewAsTyped({ ...EMPTY, ...changes }, { today: TODAY, now: new Date(START), style: STYLE });
const on = (...dates: string[]) => dates.map((date) => ({ date }));

describe('the preview while a template is typed', () => {
  test.each([
    [{ date: '' }, 'errors:dateRequired'],
    [{ date: '2001-01-01' }, 'errors:datePast'],
    [{ recurringInterval: '0' }, 'errors:intervalInvalid'],
    [{ recurringEndType: 'date' }, 'errors:endDateRequired'],
    [{ recurringEndType: 'date', recurringEndDate: TODAY }, 'errors:endDateAfterStart'],
    [{ recurringEndType: 'occurrences' }, 'errors:maxOccurrencesRequired'],
  ])('says what is missing in %j', (changes, error) => {
    expect(preview(changes)).toEqual({ error });
  });

  test('needs neither amount nor description', () => {
    const shown = preview({ amount: '', description: '', date: '2026-07-01' });
    expect(shown).toMatchObject({ occurrences: { length: 6 }, past: 0 });
  });

  test('marks the last day of a month that lacks the day', () => {
    const at = (date: string, changes: Partial<WizardValues>) => isShortened(date, { ...EMPTY, ...changes });
    expect(at('2027-02-28', { dayOfMonth: '31' })).toBe(true);
    expect(at('2027-03-31', { dayOfMonth: '31' })).toBe(false);
    expect(at('2027-02-28', { recurringFrequency: 'yearly', date: '2024-02-29' })).toBe(true);
    expect(at('2027-02-28', { recurringFrequency: 'weekly', date: '2026-01-31' })).toBe(false);
  });

  test('of a template like a transaction starts on the next date that nothing counts yet', () => {
    const like = (date: string) => valuesLike({ ...EMPTY, date }, EMPTY);
    expect(like('2026-05-31')).toMatchObject({ date: '2026-06-30', dayOfMonth: '31', dayOfWeek: '0' });
    expect(preview(like('2026-05-31'))).toMatchObject({
      occurrences: on('2026-06-30', '2026-07-31', '2026-08-31', '2026-09-30', '2026-10-31', '2026-11-30'),
      past: 0,
    });
    // Months in which it may have been entered by hand are left alone.
    expect(like('2026-01-10').date).toBe('2026-07-10');
    expect(like(TODAY).date).toBe('2026-07-15');
    expect(like('2026-08-20').date).toBe('2026-09-20');
    const weekly = { recurringFrequency: 'weekly', recurringInterval: '2' };
    expect(startAfter('2026-06-10', TODAY, weekly)).toBe('2026-06-24');
    for (const date of ['2026-05-31', TODAY, '2026-08-20'])
      expect(fallsOn(like(date), date, TODAY, STYLE)).toBe(false);
    expect(fallsOn({ ...like(TODAY), date: TODAY }, TODAY, TODAY, STYLE)).toBe(true);
  });
});

const values = fc.record({
  date: fc.integer({ min: -400, max: 400 }).map((days) => plusDays(TODAY, days)),
  recurringFrequency: fc.constantFrom('daily', 'weekly', 'monthly', 'yearly'),
  recurringInterval: fc.integer({ min: 1, max: 400 }).map(String),
  dayOfMonth: fc.constantFrom('', '1', '29', '30', '31'),
  dayOfWeek: fc.constantFrom('', '0', '3', '6'),
  recurringEndType: fc.constantFrom('never', 'date', 'occurrences'),
  recurringEndDate: fc.integer({ min: -50, max: 900 }).map((days) => plusDays(TODAY, days)),
  recurringMaxOccurrences: fc.constantFrom('', '1', '3', '40'),
  timezone: fc.constantFrom(ZONE, 'Pacific/Kiritimati', 'Pacific/Pago_Pago'),
});

onSqlite((engine) => {
  const testApp = createTestApp(engine);

  test('the preview while a template is typed is that of the server', async () => {
    const as = await createMember(testApp);
    await fc.assert(
      fc.asyncProperty(values, async (typed) => {
        const shown = preview(typed);
        const { recurringEndType: end } = typed;
        const body = {
          name: 'Rent',
          amount: 10,
          start_date: typed.date,
          from: localNow(new Date(START), typed.timezone).date,
          timezone: typed.timezone,
          interval_type: typed.recurringFrequency,
          interval: typed.recurringInterval,
          end_type: end,
          ...(typed.recurringFrequency === 'monthly' && { day_of_month: typed.dayOfMonth }),
          ...(typed.recurringFrequency === 'weekly' && { day_of_week: typed.dayOfWeek }),
          ...(end === 'date' && { end_date: typed.recurringEndDate }),
          ...(end === 'occurrences' && { max_occurrences: typed.recurringMaxOccurrences }),
        };
        const answer = await testApp.call<{
          occurrences: { date: string }[];
          past_count: number;
        }>('POST', '/transactions/templates/preview', { as, body });
        expect(answer.status === 400, answer.text).toBe('error' in shown);
        if ('error' in shown) return;
        const { occurrences, past_count } = answer.data;
        expect(shown).toEqual({
          occurrences: on(...occurrences.map(({ date }) => date)),
          past: past_count,
        });
      }),
      { numRuns: 100 },
    );
  });
});
