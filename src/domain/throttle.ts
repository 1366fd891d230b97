import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';

/** How many times as long as they worked work on many rows pauses while others use the whole pause. */
const PAUSES = 2;

/** Milliseconds of work between two pauses; what took longer than the most has waited for the database too. */
const WORK = 5;
const WORK_MOST = 20;

/** How far work may be behind its share of the thread and catch up; milliseconds. */
const BEHIND_MOST = 50;

/** The share of the latest pauses that others used, from 0 to 1. */
let used = 0;

let resumedAt = performance.now();

/** When others will have had their share; earlier than now where they had more. */
let dueAt = 0;

/**
 * When others will have had their share, after more work.
 * @param before when they would have had it without that work
 * @param used the share of a pause that they use, from 0 to 1
 */
export function dueAfter(
  worked: number,
  { now, before, used }: { now: number; before: number; used: number },
): number {
  return Math.max(before, now - worked - BEHIND_MOST) + worked * (1 + PAUSES * used);
}

/**
 * Pauses work on many rows, which keeps the thread from others: for twice as long as it worked where they use all of that,
 * and for a moment where they use none. So they get two thirds of the thread, and alone it takes nearly all of it. A pause
 * ends only when the thread is free; by how much longer that took, the next ones are shorter.
 * @param worked milliseconds
 */
export async function pauseAfter(worked: number): Promise<void> {
  const before = performance.eventLoopUtilization();
  const now = performance.now();
  dueAt = dueAfter(worked, { now, before: dueAt, used });
  await wait(Math.max(1, dueAt - now));
  const { utilization } = performance.eventLoopUtilization(before);
  // A short pause says little about it, so that it falls slowly.
  used = Math.max(utilization, used / 2);
  resumedAt = performance.now();
}

/** An instant, and the turn of the thread in which it is. */
interface Turn {
  at: number;
  turn: number;
}

export function turnOf(): Turn {
  return { at: performance.now(), turn: performance.nodeTiming.uvMetricsInfo.loopCount };
}

/**
 * Milliseconds of work since then. Where the thread had other turns since, it was free while PostgreSQL worked, and what is
 * longer than the most was the time of others.
 */
export function workedSince({ at, turn }: Turn): number {
  const now = turnOf();
  const passed = now.at - at;
  return now.turn === turn ? passed : Math.min(passed, WORK_MOST);
}

/** Pauses where enough was worked since the last pause: to be called once in a few hundred rows. */
export async function pauseIfDue(): Promise<void> {
  const worked = performance.now() - resumedAt;
  if (worked >= WORK) await pauseAfter(Math.min(worked, WORK_MOST));
}
