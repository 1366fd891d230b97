import { plusDays, plusMonths, startOfMonth, startOfWeek } from '../calendar.ts';

/** The dates that a button fills in (specification, section 2). */
export const DATE_PRESETS = ['today', 'yesterday', 'thisWeek', 'lastWeek', 'thisMonth', 'lastMonth'] as const;

export type DatePreset = (typeof DATE_PRESETS)[number];

/** The local calendar date of a preset; those for weeks and months are their first days. */
export function presetDate(preset: DatePreset, today: string, weekStart: 'sunday' | 'monday'): string {
  switch (preset) {
    case 'today':
      return today;
    case 'yesterday':
      return plusDays(today, -1);
    case 'thisWeek':
      return startOfWeek(today, weekStart);
    case 'lastWeek':
      return startOfWeek(plusDays(today, -7), weekStart);
    case 'thisMonth':
      return startOfMonth(today);
    case 'lastMonth':
      return startOfMonth(plusMonths(today, -1));
  }
}
