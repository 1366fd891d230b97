import type { Day, Holiday } from './days.ts';
import type { Random } from './random.ts';
import type { DayRow } from './rows.ts';

type Occasion = Omit<DayRow, 'amount'> & { from: number; to: number };

const HOLIDAYS: Partial<Record<Holiday, Occasion[]>> = {
  rosh_hashanah: [
    {
      type: 'income',
      from: 40_000,
      to: 80_000,
      description: 'תווי קנייה לחג מהעבודה',
      merchant_name: 'אורבית מערכות בע"מ',
      category: 'gifts_received',
      time: '09:30',
      notes: 'חולקו לפני ראש השנה',
    },
  ],
  passover_eve: [
    {
      type: 'expense',
      from: 68_000,
      to: 124_000,
      description: 'קניות לליל הסדר',
      merchant_name: 'שופרסל דיל',
      category: 'groceries',
      time: '07:55',
      notes: null,
    },
    {
      type: 'income',
      from: 50_000,
      to: 50_000,
      description: 'Passover gift from Grandpa',
      merchant_name: null,
      category: 'gifts_received',
      time: '18:30',
      notes: null,
    },
  ],
  hanukkah: [
    {
      type: 'expense',
      from: 18_000,
      to: 36_000,
      description: 'דמי חנוכה וסופגניות',
      merchant_name: 'רולדין',
      category: 'gifts',
      time: '16:40',
      notes: null,
    },
  ],
  purim: [
    {
      type: 'expense',
      from: 9_000,
      to: 27_000,
      description: 'תחפושות ומשלוחי מנות',
      merchant_name: 'כפר השעשועים',
      category: 'children',
      time: '12:10',
      notes: null,
    },
  ],
};

const BY_DATE: Record<string, Occasion[]> = {
  '01-31': [
    {
      type: 'expense',
      from: 42_000,
      to: 61_000,
      description: 'Winter sale: blankets and a heater',
      merchant_name: 'ACE',
      category: 'home_goods',
      time: '19:45',
      notes: null,
    },
  ],
  '02-29': [
    {
      type: 'expense',
      from: 29_029,
      to: 29_029,
      description: 'יום הולדת לסבתא, פעם בארבע שנים',
      merchant_name: 'פרחי הגליל',
      category: 'gifts',
      time: '11:29',
      notes: 'Born on 29 February',
    },
  ],
  '04-30': [
    {
      type: 'income',
      from: 96_000,
      to: 214_000,
      description: 'החזר מס הכנסה',
      merchant_name: 'רשות המסים',
      category: 'refunds',
      time: '06:15',
      notes: null,
    },
  ],
  '06-21': [
    {
      type: 'expense',
      from: 58_000,
      to: 96_000,
      description: 'Birthday party at the pool',
      merchant_name: 'ימית 2000',
      category: 'children',
      time: '17:00',
      notes: 'Fourteen children',
    },
  ],
  '07-14': [
    {
      type: 'expense',
      from: 480_000,
      to: 760_000,
      description: 'טיסות לחופשה',
      merchant_name: 'ישראייר',
      category: 'travel',
      time: '22:48',
      notes: null,
    },
  ],
  '08-11': [
    {
      type: 'expense',
      from: 310_000,
      to: 540_000,
      description: 'Hotel, five nights',
      merchant_name: 'Booking.com',
      category: 'travel',
      time: '14:20',
      notes: 'Free cancellation until a week before',
    },
  ],
  '08-28': [
    {
      type: 'expense',
      from: 36_000,
      to: 64_000,
      description: 'ספרים וציוד לשנת הלימודים',
      merchant_name: 'קרביץ',
      category: 'education',
      time: '17:35',
      notes: null,
    },
  ],
};

/** Yearly: holidays of the Hebrew calendar, birthdays, journeys. */
export function occasionsOf(day: Day, random: Random): DayRow[] {
  const festive = day.holiday ? (HOLIDAYS[day.holiday] ?? []) : [];
  const occasions = [...festive, ...(BY_DATE[day.date.slice(5)] ?? [])];
  return occasions.map(({ from, to, ...occasion }) => ({ ...occasion, amount: random.whole(from, to) }));
}
