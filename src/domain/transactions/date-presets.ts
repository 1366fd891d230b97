import { plusDays, plusMonths, startOfMonth, startOfWeek } from '../calendar.ts';

export const DATE_PRESETS = [
  'today',
  'yesterday',
  'beforeYesterday',
  'thisWeek',
  'lastWeek',
  'thisMonth',
  'lastMonth',
] as const;

/** The dates that a button fills in as the start of something recurring. */
export const START_PRESETS = ['today', 'tomorrow', 'nextMonth'] as const;

export type DatePreset = (typeof DATE_PRESETS)[number] | (typeof START_PRESETS)[number];

/** The local calendar date of a preset; for a week or month, its first day. */
export function presetDate(preset: DatePreset, today: string, weekStart: 'sunday' | 'monday'): string {
  switch (preset) {
    case 'today':
      return today;
    case 'yesterday':
      return plusDays(today, -1);
    case 'beforeYesterday':
      return plusDays(today, -2);
    case 'tomorrow':
      return plusDays(today, 1);
    case 'thisWeek':
      return startOfWeek(today, weekStart);
    case 'lastWeek':
      return startOfWeek(plusDays(today, -7), weekStart);
    case 'thisMonth':
      return startOfMonth(today);
    case 'lastMonth':
      return startOfMonth(plusMonths(today, -1));
    case 'nextMonth':
      return startOfMonth(plusMonths(today, 1));
  }
}
