import { endOfMonth } from '../../src/domain/calendar.ts';

export type Holiday =
  | 'rosh_hashanah'
  | 'yom_kippur'
  | 'hanukkah'
  | 'purim'
  | 'passover_eve'
  | 'passover'
  | 'shavuot';

export interface Day {
  date: string;
  /** 1 to 12. */
  month: number;
  /** 1 to 31. */
  day: number;
  /** 0 is Sunday. */
  weekday: number;
  isMonthEnd: boolean;
  holiday: Holiday | null;
  /** No purchases on the Sabbath and other days of rest. */
  isRest: boolean;
}

const HOLIDAYS: Record<string, Holiday> = {
  'Tishri 1': 'rosh_hashanah',
  'Tishri 10': 'yom_kippur',
  'Kislev 25': 'hanukkah',
  'Adar 14': 'purim',
  'Adar II 14': 'purim',
  'Nisan 14': 'passover_eve',
  'Nisan 15': 'passover',
  'Sivan 6': 'shavuot',
};

const REST: Holiday[] = ['rosh_hashanah', 'yom_kippur', 'passover', 'shavuot'];

const hebrewCalendar = new Intl.DateTimeFormat('en-u-ca-hebrew', {
  day: 'numeric',
  month: 'long',
  timeZone: 'UTC',
});

export function dayOf(date: string): Day {
  const instant = new Date(`${date}T12:00:00Z`);
  const weekday = instant.getUTCDay();
  const holiday = holidayOf(instant);
  return {
    date,
    month: Number(date.slice(5, 7)),
    day: Number(date.slice(8)),
    weekday,
    isMonthEnd: date === endOfMonth(date),
    holiday,
    isRest: weekday === 6 || (holiday !== null && REST.includes(holiday)),
  };
}

function holidayOf(instant: Date): Holiday | null {
  const parts = hebrewCalendar.formatToParts(instant);
  const part = (type: 'day' | 'month') => parts.find((candidate) => candidate.type === type)?.value ?? '';
  return HOLIDAYS[`${part('month')} ${part('day')}`] ?? null;
}
