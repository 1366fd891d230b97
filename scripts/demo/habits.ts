import type { DayRow } from './rows.ts';
import { numbersIn, readTable } from './tables.ts';

/** A kind of unplanned purchase; amounts in minor units. */
export interface Habit {
  category: NonNullable<DayRow['category']>;
  /** Purchases per week. */
  weekly: number;
  /** Weekdays on which it is more likely; 0 is Sunday. */
  busyDays: readonly number[] | undefined;
  /** Also on days of rest. */
  always: boolean;
  from: number;
  to: number;
  ends: 'shekels' | 'tenths' | 'anyhow';
  hours: readonly [from: number, to: number];
  merchants: readonly (string | null)[];
  descriptions: readonly string[];
  /** Sometimes used instead of the description. */
  items: readonly string[] | undefined;
  notes: readonly string[] | undefined;
  returnable: boolean;
}

const listIn = (value: string | null | undefined) => value?.split(' | ');

export const HABITS = readTable('habits').map((row) => ({
  ...row,
  weekly: Number(row.weekly),
  busyDays: numbersIn(row.busyDays),
  always: row.always === 'yes',
  from: Number(row.from),
  to: Number(row.to),
  hours: numbersIn(row.hours),
  merchants: listIn(row.merchants)?.map((name) => (name === '-' ? null : name)),
  descriptions: listIn(row.descriptions),
  items: listIn(row.items),
  notes: listIn(row.notes),
  returnable: row.returnable === 'yes',
})) as unknown as readonly Habit[];
