import { describe, expect, test } from 'vitest';
import { frequencyWords } from '../../../src/domain/recurring/schedule/frequency.ts';
import { translator } from '../../../src/i18n/translate.ts';

const RULE = {
  interval_type: 'monthly',
  interval: 1,
  day_of_month: 1,
  day_of_week: 5,
  start_date: '2024-02-01',
};

describe('frequencyWords', () => {
  test.each([
    [{ interval_type: 'daily' }, 'Every day', 'כל יום'],
    [{ interval_type: 'daily', interval: 2 }, 'Every 2 days', 'כל יומיים'],
    [{ interval_type: 'weekly' }, 'Every week on Friday', 'כל שבוע ביום שישי'],
    [{ interval_type: 'weekly', interval: 2 }, 'Every 2 weeks on Friday', 'כל שבועיים ביום שישי'],
    [{ interval: 3, day_of_month: 22 }, 'Every 3 months on the 22nd', 'כל 3 חודשים ב־22 בחודש'],
    [{ day_of_month: 13 }, 'Every month on the 13th', 'כל חודש ב־13 בחודש'],
    [{ day_of_month: 3 }, 'Every month on the 3rd', 'כל חודש ב־3 בחודש'],
    [
      { day_of_month: 31 },
      'Every month on the 31st (last day in shorter months)',
      'כל חודש ב־31 בחודש (ביום האחרון בחודשים קצרים יותר)',
    ],
    [{ interval_type: 'yearly' }, 'Every year on February 1', 'כל שנה ב־1 בפברואר'],
    [
      { interval_type: 'yearly', interval: 2, day_of_month: 29 },
      'Every 2 years on February 29 (February 28 in other years)',
      'כל שנתיים ב־29 בפברואר (ב־28 בפברואר בשנים אחרות)',
    ],
  ])('%o: %s', (changes, english, hebrew) => {
    const rule = { ...RULE, ...changes } as Parameters<typeof frequencyWords>[0];
    expect(frequencyWords(rule, translator('en'), 'en')).toBe(english);
    expect(frequencyWords(rule, translator('he'), 'he')).toBe(hebrew);
  });
});
