import fc from 'fast-check';
import { expect, test } from 'vitest';
import { backupName, readBackupName } from '../../../src/domain/backups/folder.ts';
import { chooseKept, chooseKeptOf, type Retention } from '../../../src/domain/backups/retention.ts';

const POLICY = { daily: 7, weekly: 4, monthly: 6 };
const DAY = 86_400_000;

/** One per day, up to a Wednesday. */
function daily(count: number): { madeAt: Date }[] {
  const last = Date.parse('2026-06-17T02:00:00Z');
  return Array.from({ length: count }, (_, days) => ({ madeAt: new Date(last - days * DAY) }));
}

function chooseExpired<Backup extends { madeAt: Date }>(backups: Backup[], policy: Retention): Backup[] {
  const kept = chooseKept(backups, policy);
  return backups.filter((backup) => !kept.has(backup));
}

function keptOf(backups: { madeAt: Date }[], policy = POLICY): string[] {
  const expired = new Set(chooseExpired(backups, policy));
  return backups
    .filter((backup) => !expired.has(backup))
    .map(({ madeAt }) => madeAt.toISOString().slice(0, 10));
}

test('of a year of days, seven days, four weeks and six months are kept', () => {
  expect(keptOf(daily(365))).toEqual([
    '2026-06-17',
    '2026-06-16',
    '2026-06-15',
    '2026-06-14',
    '2026-06-13',
    '2026-06-12',
    '2026-06-11',
    // The Sundays of the two weeks before, and the last days of months.
    '2026-06-07',
    '2026-05-31',
    '2026-04-30',
    '2026-03-31',
    '2026-02-28',
    '2026-01-31',
  ]);
});

test('a server that was off for a year loses nothing', () => {
  const old = daily(5);
  expect(keptOf([{ madeAt: new Date('2027-06-17T02:00:00Z') }, ...old])).toHaveLength(6);
});

test('of several a day the latest is kept', () => {
  const backups = ['01', '09', '23'].map((hour) => ({ madeAt: new Date(`2026-06-17T${hour}:00:00Z`) }));
  expect(chooseExpired(backups, POLICY).map(({ madeAt }) => madeAt.getUTCHours())).toEqual([1, 9]);
});

test('each says what it is kept as', () => {
  const [latest, before, , , , , , , , , sunday] = daily(40);
  const kept = chooseKept(daily(40), POLICY);
  const asOf = (backup: { madeAt: Date } | undefined) =>
    [...kept].find(([{ madeAt }]) => madeAt.getTime() === backup?.madeAt.getTime())?.[1];
  expect(asOf(latest)).toEqual(['daily', 'weekly', 'monthly']);
  expect(asOf(before)).toEqual(['daily']);
  expect(asOf(sunday)).toEqual(['weekly']);
});

test('while the latest ones differ, those that are whole stay, and both are bounded', () => {
  const whole = (backup: { madeAt: Date }) => ({ ...backup, checked: { differences: 0 } });
  const different = (backup: { madeAt: Date }) => ({ ...backup, checked: { differences: 3 } });
  let kept = daily(365).slice(200).map(whole);
  kept = [...chooseKeptOf(kept, POLICY).keys()];
  const before = kept.map(({ madeAt }) => madeAt.toISOString());
  for (const backup of daily(365).slice(0, 200).reverse())
    kept = [...chooseKeptOf([...kept, different(backup)], POLICY).keys()];
  const names = kept.map(({ madeAt }) => madeAt.toISOString());
  expect(names).toEqual(expect.arrayContaining(before));
  expect(kept.length).toBeLessThanOrEqual(2 * before.length + 4);
  // Once the latest is intact again, one policy applies to all.
  const next = whole({ madeAt: new Date('2026-06-18T02:00:00Z') });
  expect(chooseKeptOf([...kept, next], POLICY).size).toBeLessThanOrEqual(18);
});

test('the latest one stays, whatever the numbers', () => {
  expect(keptOf(daily(3), { daily: 0, weekly: 0, monthly: 0 })).toEqual(['2026-06-17']);
});

test('running it every day keeps the same as running it once', () => {
  const days = daily(400).reverse();
  let kept: { madeAt: Date }[] = [];
  for (const backup of days) {
    kept.push(backup);
    const expired = new Set(chooseExpired(kept, POLICY));
    kept = kept.filter((one) => !expired.has(one));
  }
  expect(keptOf(kept.reverse())).toEqual(keptOf(daily(400)));
});

test('nothing that any rule keeps is ever deleted', () => {
  const instants = fc.array(fc.integer({ min: 0, max: 900 * 24 }), { maxLength: 60 });
  const number = fc.integer({ min: 0, max: 9 });
  fc.assert(
    fc.property(instants, number, number, number, (hours, daily, weekly, monthly) => {
      const backups = hours.map((hour) => ({ madeAt: new Date(Date.UTC(2024, 0, 1) + hour * 3_600_000) }));
      const expired = chooseExpired(backups, { daily, weekly, monthly });
      const kept = backups.length - expired.length;
      expect(kept).toBeGreaterThanOrEqual(Math.min(backups.length, 1));
      expect(kept).toBeLessThanOrEqual(1 + daily + weekly + monthly);
      const more = chooseExpired(backups, { daily: daily + 1, weekly: weekly + 1, monthly: monthly + 1 });
      expect(more.every((backup) => expired.includes(backup))).toBe(true);
    }),
  );
});

test('names carry the instant, and other names are no backups', () => {
  const madeAt = new Date('2026-06-17T02:03:04.000Z');
  const name = backupName('pruta', madeAt, 'db');
  expect(name).toBe('pruta-2026-06-17-020304.db');
  expect(readBackupName(name)).toEqual({ kind: 'pruta', madeAt });
  expect(readBackupName(backupName('before-restore', madeAt, 'dump'))?.kind).toBe('before-restore');
  for (const other of [
    `${name}.1.partial`,
    `${name}.check`,
    'pruta-2026-13-40-250000.db',
    `../${name}`,
    'pruta.db',
  ])
    expect(readBackupName(other)).toBeNull();
});
