import * as v from 'valibot';
import {
  readCacheStats,
  readDbStats,
  readPerformance,
  readSecurityStats,
} from '../domain/admin/performance.ts';
import { type Endpoints, endpoint } from './endpoint.ts';
import { databaseShape } from './shapes/instance.ts';
import { countShape, instantShape } from './shapes/values.ts';

const msShape = v.pipe(v.number(), v.minValue(0));

/** Measured in this process alone, for super admins. */
export const performanceFigures: Endpoints = {
  'GET /dashboard': endpoint({
    summary: 'Get figures about the process and its requests',
    role: 'super_admin',
    note: 'Since the process started; times are those of the latest 1,000 requests, and `slow_ms` is longer than 95 of 100.',
    data: {
      process: v.object({
        version: v.string(),
        node_version: v.string(),
        uptime_s: countShape,
        memory_bytes: countShape,
      }),
      requests: v.object({
        total: countShape,
        by_status: v.record(v.string(), countShape),
        not_modified: countShape,
        median_ms: v.nullable(msShape),
        slow_ms: v.nullable(msShape),
      }),
      api_timings: v.array(v.object({ path: v.string(), status: countShape, ms: msShape })),
      measured_at: instantShape,
    },
    answer: (context) => readPerformance(context),
  }),
  'GET /cache-stats': endpoint({
    summary: 'Get figures about caches',
    role: 'super_admin',
    note: '`not_modified` counts the answers that the client had already.',
    data: {
      answers: v.object({ total: countShape, not_modified: countShape }),
      measurements: v.object({ hits: countShape, misses: countShape, entries: countShape }),
      measured_at: instantShape,
    },
    answer: (context) => readCacheStats(context),
  }),
  'GET /db-stats': endpoint({
    summary: 'Get figures about the database',
    role: 'super_admin',
    note: '`slowest_statements` are those of this process since its start, without their parameters; `plan` is how the engine finds their rows, null where it does not tell.',
    data: {
      ...databaseShape,
      slowest_statements: v.array(
        v.object({
          statement: v.string(),
          count: countShape,
          mean_ms: msShape,
          max_ms: msShape,
          plan: v.nullable(v.array(v.string())),
        }),
      ),
      answered_in_ms: msShape,
      measured_at: instantShape,
    },
    answer: (context) => readDbStats(context),
  }),
  'GET /security-stats': endpoint({
    summary: 'Get figures about the security of accounts',
    role: 'super_admin',
    note: 'Counts by day may be five minutes old.',
    data: {
      sign_ins_7_days: countShape,
      sign_in_failures_7_days: countShape,
      open_sessions: countShape,
      blocked: countShape,
      deleted: countShape,
      restricted: countShape,
      unverified: countShape,
      admins: countShape,
      measured_at: instantShape,
    },
    answer: (context) => readSecurityStats(context),
  }),
};
