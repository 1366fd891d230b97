import { expect, test } from 'vitest';
import { isUnavailable } from '../../../src/db/unavailable.ts';

const failure = (message: string, more: object = {}) => Object.assign(new Error(message), more);

test.each([
  failure('database is locked', { code: 'ERR_SQLITE_ERROR', errcode: 5 }),
  failure('attempt to write a readonly database', { code: 'ERR_SQLITE_ERROR', errcode: 8 }),
  failure('disk I/O error', { code: 'ERR_SQLITE_ERROR', errcode: 778 }),
  failure('database or disk is full', { code: 'ERR_SQLITE_ERROR', errcode: 13 }),
  failure('could not extend file', { code: '53100' }),
  failure('terminating connection due to administrator command', { code: '57P01' }),
  failure('cannot execute INSERT in a read-only transaction', { code: '25006' }),
  failure('connect ECONNREFUSED 127.0.0.1:5432', { code: 'ECONNREFUSED' }),
  failure('Worker initialization failure: EMFILE', { code: 'ERR_WORKER_INIT_FAILED' }),
  failure('canceling statement due to statement timeout', { code: '57014' }),
  failure('canceling statement due to conflict with recovery', { code: '40001' }),
  failure('Connection terminated unexpectedly'),
  failure('timeout exceeded when trying to connect'),
])('%s passes', (error) => {
  expect(isUnavailable(error)).toBe(true);
});

test.each([
  failure('no such table: sessions', { code: 'ERR_SQLITE_ERROR', errcode: 1 }),
  failure('UNIQUE constraint failed', { code: 'ERR_SQLITE_ERROR', errcode: 1555 }),
  failure('duplicate key value', { code: '23505' }),
  failure('could not serialize access due to concurrent update', { code: '40001' }),
  failure('relation does not exist', { code: '42P01' }),
  new TypeError('x is not a function'),
  'Connection terminated',
  null,
])('%s does not', (error) => {
  expect(isUnavailable(error)).toBe(false);
});
