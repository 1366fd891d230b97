import { roundedUp } from '../money.ts';
import { type Health, type HealthFactor, type HealthLine, healthIfSaved, reserveOf } from './health.ts';

/** The most points that each part of the score can have. */
export const MOST_POINTS: Record<HealthFactor, number> = {
  savings: 20,
  shortfalls: 6,
  reserve: 12,
  volatility: 4,
  fixed: 4,
  trend: 4,
};

/** As many points as a person can hope to reach by saving, in one go. */
const SAVINGS_STEP = 5;

/** What would add points to the score. */
export interface HealthStep {
  points: number;
  /** How much it takes, minor units: a month, or once for the reserve; null where no amount decides. */
  amount: number | null;
}

/** The next step in a part of the score; null if it has all points, or was never entered. */
export function stepOf(health: Health, line: HealthLine): HealthStep | null {
  const missing = MOST_POINTS[line.factor] - line.points;
  if (missing <= 0 || line.value === null) return null;
  switch (line.factor) {
    case 'savings':
      return saveMore(health, line);
    case 'shortfalls':
      return { points: 3, amount: null };
    case 'reserve':
      return setAside(line);
    case 'fixed':
      return { points: 4, amount: lowerFixed(health, line) };
    default:
      return { points: 4, amount: null };
  }
}

/** Saving more lifts other parts of the score too, so the gain is that of all of them. */
function saveMore(health: Health, { value, points, parts }: HealthLine): HealthStep | null {
  const percent = points + Math.min(SAVINGS_STEP, MOST_POINTS.savings - points);
  const income = (parts?.whole ?? 0) / health.months.length;
  const amount = roundedUp((percent / 100 - (value ?? 0)) * income);
  const gain = healthIfSaved(health, amount).score - health.score;
  return gain > 0 ? { points: gain, amount } : null;
}

/** What the expenses of one more month take, or what ends a debt. */
function setAside({ parts, points }: HealthLine): HealthStep | null {
  const { part: balance = 0, whole: monthly = 0 } = parts ?? {};
  const amount = roundedUp(balance < 0 ? -balance : monthly);
  const gain = reserveOf(balance + amount, monthly).points - points;
  return gain > 0 ? { points: gain, amount } : null;
}

function lowerFixed({ months }: Health, { points, parts }: HealthLine): number {
  const { part: fixed = 0, whole: income = 0 } = parts ?? {};
  return roundedUp((fixed - (points < 0 ? 0.8 : 0.5) * income) / months.length);
}
