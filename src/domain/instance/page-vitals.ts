import type { Db } from '../../db/open.ts';
import { plusDays } from '../calendar.ts';
import { addVitals, findVitalCounts } from './instance.queries.ts';
import { VITALS, type Vital } from './schema.ts';

/** The pages whose figures are counted together; all others are `other`. */
export const PAGE_KINDS = [
  'home',
  'transactions',
  'analytics',
  'categories',
  'recurring',
  'profile',
  'admin',
  'other',
] as const;

export type PageKind = (typeof PAGE_KINDS)[number];

/** The days whose figures are shown, today included; older ones are deleted. */
const VITALS_DAYS = 30;

/** Up to which value a figure is good, and from which on poor (web.dev/vitals): milliseconds, but for `CLS`. */
export const VITAL_BOUNDS: Record<Vital['name'], readonly [good: number, poor: number]> = {
  LCP: [2500, 4000],
  FCP: [1800, 3000],
  INP: [200, 500],
  CLS: [0.1, 0.25],
  TTFB: [800, 1800],
};

export const RATINGS = ['good', 'needs_improvement', 'poor'] as const;

/** A figure of a kind of page: three of four views were at most `p75`, which is exact to 5 %. */
export interface PageVital {
  name: Vital['name'];
  p75: number;
  rating: (typeof RATINGS)[number];
  views: number;
}

/** Counts what a page has measured: by day, kind of page and size, so that nothing tells whose it was. */
export function countVitals(db: Db, now: Date, metrics: readonly Vital[]): Promise<void> {
  const date = now.toISOString().slice(0, 10);
  const counts = new Map<string, Parameters<typeof addVitals>[1][number]>();
  for (const { name, value, path } of metrics) {
    const row = { date, page: pageKind(path), name, size: sizeOf(name, value), count: 0 };
    const key = `${row.page} ${name} ${String(row.size).padStart(4, '0')}`;
    counts.set(key, { ...row, count: (counts.get(key)?.count ?? 0) + 1 });
  }
  // In one order, in which two reports at the same moment do not wait for each other.
  return addVitals(
    db,
    [...counts].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row),
  );
}

/** What pages measured in the last days, by kind of page in the order of `PAGE_KINDS`; without those that nobody saw. */
export async function readPageVitals(db: Db, now: Date): Promise<{ page: PageKind; metrics: PageVital[] }[]> {
  const counts = await findVitalCounts(db, firstDay(now));
  return PAGE_KINDS.flatMap((page) => {
    const metrics = VITALS.flatMap((name) => {
      const sizes = counts.filter((row) => row.page === page && row.name === name);
      return sizes.length > 0 ? [vitalOf(name, sizes)] : [];
    });
    return metrics.length > 0 ? [{ page, metrics }] : [];
  });
}

/** The first day that is still shown, in UTC. */
export const firstDay = (now: Date) => plusDays(now.toISOString().slice(0, 10), 1 - VITALS_DAYS);

function vitalOf(name: Vital['name'], sizes: { size: number; count: number }[]): PageVital {
  const views = sizes.reduce((sum, { count }) => sum + count, 0);
  let passed = 0;
  const third = sizes
    .toSorted((one, other) => one.size - other.size)
    .find(({ count }) => {
      passed += count;
      return passed >= views * 0.75;
    });
  const p75 = middleOf(name, third?.size ?? 0);
  const [good, poor] = VITAL_BOUNDS[name];
  return { name, p75, rating: p75 <= good ? 'good' : p75 <= poor ? 'needs_improvement' : 'poor', views };
}

const KINDS = new Map<string, PageKind>([
  ['', 'home'],
  ['preferences', 'profile'],
]);

function pageKind(path: string): PageKind {
  const first = path.replace(/[?#].*/, '').split('/')[1] ?? '';
  return KINDS.get(first) ?? PAGE_KINDS.find((kind) => kind === first) ?? 'other';
}

/** Eight sizes from a value to its double. `CLS` is counted in thousandths. */
const SIZES = 8;
const unitOf = (name: Vital['name']) => (name === 'CLS' ? 0.001 : 1);

function sizeOf(name: Vital['name'], value: number): number {
  const units = value / unitOf(name);
  return units < 1 ? 0 : 1 + Math.floor(SIZES * Math.log2(units));
}

// The middle of a size, to two digits that mean something.
function middleOf(name: Vital['name'], size: number): number {
  if (size === 0) return 0;
  return Number((2 ** ((size - 0.5) / SIZES) * unitOf(name)).toPrecision(2));
}
