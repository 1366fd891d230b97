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
    [{ interval_type: 'daily', interval: 10 }, 'Every 10 days', 'כל 10 ימים'],
    [{ interval_type: 'daily', interval: 14 }, 'Every 14 days', 'כל 14 יום'],
    [{ interval_type: 'weekly' }, 'Every week on Friday', 'כל שבוע ביום שישי'],
    [{ interval_type: 'weekly', interval: 2 }, 'Every 2 weeks on Friday', 'כל שבועיים ביום שישי'],
    [{ interval: 3, day_of_month: 22 }, 'Every 3 months on the 22nd', 'ב־22, כל 3 חודשים'],
    [{ day_of_month: 13 }, 'Every month on the 13th', 'ב־13 בכל חודש'],
    [{ day_of_month: 3 }, 'Every month on the 3rd', 'ב־3 בכל חודש'],
    [
      { day_of_month: 30 },
      'Every month on the 30th (last day in shorter months)',
      'ב־30 בכל חודש (או ביום האחרון בחודש קצר)',
    ],
    [{ day_of_month: 31 }, 'Every month on the last day', 'ביום האחרון בכל חודש'],
    [{ day_of_month: 31, interval: 2 }, 'Every 2 months on the last day', 'ביום האחרון בחודש, כל חודשיים'],
    [{ interval_type: 'yearly' }, 'Every year on February 1', 'ב־1 בפברואר בכל שנה'],
    [
      { interval_type: 'yearly', interval: 2, day_of_month: 29 },
      'Every 2 years on February 29 (February 28 in other years)',
      'ב־29 בפברואר, כל שנתיים (ב־28 בפברואר בשנים אחרות)',
    ],
  ])('%o: %s', (changes, english, hebrew) => {
    const rule = { ...RULE, ...changes } as Parameters<typeof frequencyWords>[0];
    expect(frequencyWords(rule, translator('en'), 'en')).toBe(english);
    expect(frequencyWords(rule, translator('he'), 'he')).toBe(hebrew);
  });
});
