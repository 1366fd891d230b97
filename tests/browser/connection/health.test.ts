import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  type ConnectionState,
  followHealth,
  type Surroundings,
} from '../../../src/browser/connection/health.ts';
import type { Failure } from '../../../src/browser/core/request/attempts.ts';

const SECOND = 1000;

/** A page with a line that can be down and a session that can have ended. */
function openPage(given: Partial<Surroundings> = {}) {
  const line = {
    failure: null as Failure | null,
    validity: 'valid' as 'valid' | 'refused' | 'unanswered',
    isOnline: true,
    isVisible: true,
    isBlocked: false,
    isInUse: true,
  };
  const shown: ConnectionState[] = [];
  const calls: string[] = [];
  const health = followHealth({
    now: () => Date.now(),
    isSignedIn: true,
    isCold: false,
    isOnline: () => line.isOnline,
    isVisible: () => line.isVisible,
    isBlocked: () => line.isBlocked,
    isInUse: () => line.isInUse,
    async askHealth() {
      calls.push('ask');
      return line.failure;
    },
    async validate() {
      calls.push('validate');
      return line.validity;
    },
    forgetAnswers: () => calls.push('forget'),
    show: (state) => shown.push(state),
    signOut: (reason) => calls.push(reason),
    ...given,
  });
  const fail = (failure: Failure, times: number) => {
    line.failure = failure === 'auth' ? null : failure;
    for (let count = 0; count < times; count++) health.note(failure);
  };
  return { health, line, shown, calls, fail };
}

beforeEach(() => void vi.useFakeTimers({ now: Date.parse('2026-06-15T09:00:00Z') }));

afterEach(() => vi.useRealTimers());

const wait = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

describe('recovery', () => {
  test('starts after three failures in a row, not after two', () => {
    const { health, shown, fail } = openPage();
    fail('network', 2);
    health.note(null);
    fail('timeout', 2);
    expect(shown).toEqual([]);
    fail('server', 1);
    expect(shown).toEqual([{ kind: 'issues', tried: 0, goesOn: true }]);
  });

  test('tries every five seconds, three times, and then with the regular checks', async () => {
    const { health, shown, calls, fail } = openPage();
    fail('network', 3);
    await wait(5 * SECOND - 1);
    expect(calls).toEqual([]);
    await wait(1);
    expect(shown.at(-1)).toEqual({ kind: 'issues', tried: 1, goesOn: true });
    await wait(10 * SECOND);
    expect(shown.at(-1)).toEqual({ kind: 'issues', tried: 3, goesOn: false });
    await wait(60 * SECOND);
    expect(calls).toEqual(['ask', 'ask', 'ask']);
    await health.check();
    expect(calls).toHaveLength(4);
  });

  test('forgets what is cached, validates the token and says that all is well', async () => {
    const { line, shown, calls, fail } = openPage();
    fail('network', 3);
    line.failure = null;
    await wait(5 * SECOND);
    expect(calls).toEqual(['ask', 'forget', 'validate']);
    expect(shown.map(({ kind }) => kind)).toEqual(['issues', 'restored']);
  });

  test('is over as soon as any request succeeds', async () => {
    const { health, shown, calls, fail } = openPage();
    fail('network', 3);
    health.note(null);
    expect(shown.at(-1)).toEqual({ kind: 'restored' });
    await wait(60 * SECOND);
    expect(calls).toEqual([]);
  });

  test('is not over where a request ends just after the connection was lost', () => {
    const { health, line, shown } = openPage();
    line.isOnline = false;
    health.lose();
    health.note(null);
    expect(shown).toEqual([{ kind: 'offline' }]);
    line.isOnline = true;
    health.note(null);
    expect(shown.at(-1)).toEqual({ kind: 'restored' });
  });

  test('goes on when a person asks for it, and counts anew after the third attempt', async () => {
    const { health, shown, fail } = openPage();
    fail('network', 3);
    await wait(15 * SECOND);
    health.retry();
    await wait(0);
    expect(shown.at(-1)).toEqual({ kind: 'issues', tried: 1, goesOn: true });
  });

  test('waits while nobody looks', async () => {
    const { line, calls, fail } = openPage();
    line.isVisible = false;
    fail('network', 3);
    await wait(60 * SECOND);
    expect(calls).toEqual([]);
    line.isVisible = true;
    await wait(5 * SECOND);
    expect(calls).toEqual(['ask']);
  });

  test('does not start for refusals, nor for what a refusal interrupts', () => {
    const { shown, fail, health } = openPage();
    fail('client', 5);
    fail('network', 2);
    health.note('client');
    fail('network', 2);
    expect(shown).toEqual([]);
  });
});

describe('a session is ended', () => {
  test('for auth_failure after two refused tokens, without a banner', async () => {
    const { line, shown, calls, fail } = openPage();
    line.validity = 'refused';
    fail('auth', 1);
    await wait(0);
    expect(calls).toEqual([]);
    fail('auth', 1);
    await wait(0);
    expect(calls).toContain('auth_failure');
    expect(shown.filter(({ kind }) => kind === 'issues' && calls.length === 0)).toEqual([]);
  });

  test('for multiple_failures when the first attempt of the recovery is refused', async () => {
    const { line, calls, fail } = openPage();
    fail('server', 3);
    Object.assign(line, { failure: null, validity: 'refused' });
    await wait(5 * SECOND);
    expect(calls).toContain('multiple_failures');
  });

  test('for recovery_failed when a later one is', async () => {
    const { line, calls, fail } = openPage();
    fail('server', 3);
    await wait(5 * SECOND);
    Object.assign(line, { failure: null, validity: 'refused' });
    await wait(5 * SECOND);
    expect(calls).toContain('recovery_failed');
  });

  test('for stuck_state when it failed and nothing succeeded for fifteen seconds', async () => {
    const { line, calls, fail } = openPage();
    line.validity = 'refused';
    fail('network', 1);
    await wait(15 * SECOND);
    expect(calls).toEqual([]);
    await wait(1);
    fail('network', 1);
    await wait(0);
    expect(calls).toEqual(['forget', 'validate', 'stuck_state']);
  });

  test('never without the answer of the server, nor for guests', async () => {
    const { line, calls, fail } = openPage();
    line.validity = 'unanswered';
    fail('network', 3);
    line.failure = null;
    await wait(60 * SECOND);
    expect(calls).not.toContain('multiple_failures');
    const guest = openPage({ isSignedIn: false });
    guest.line.validity = 'refused';
    guest.fail('network', 3);
    guest.line.failure = null;
    await wait(5 * SECOND);
    expect(guest.calls).toEqual(['ask', 'forget']);
  });
});

describe('the regular check', () => {
  test('is for pages that somebody uses and sees', async () => {
    const { health, line, calls } = openPage();
    line.isInUse = false;
    await health.check();
    Object.assign(line, { isInUse: true, isVisible: false });
    await health.check();
    Object.assign(line, { isVisible: true, isOnline: false });
    await health.check();
    expect(calls).toEqual([]);
    line.isOnline = true;
    await health.check();
    expect(calls).toEqual(['ask']);
  });

  test('validates the token after a minute without a success', async () => {
    const { health, line, calls } = openPage();
    await wait(60 * SECOND);
    await health.check();
    await wait(60 * SECOND + 1);
    await health.check();
    expect(calls).toEqual(['ask', 'ask', 'forget', 'validate']);
    line.validity = 'refused';
    await wait(60 * SECOND + 1);
    await health.check();
    expect(calls.at(-1)).toBe('stuck_state');
  });

  test('that fails counts', async () => {
    const { health, line, shown } = openPage();
    line.failure = 'timeout';
    for (let count = 0; count < 3; count++) await health.check();
    expect(shown).toEqual([{ kind: 'issues', tried: 0, goesOn: true }]);
  });
});

describe('without a connection', () => {
  test('nothing is tried until there is one again', async () => {
    const { health, line, shown, calls, fail } = openPage();
    line.isOnline = false;
    health.lose();
    fail('network', 5);
    await wait(60 * SECOND);
    expect(calls).toEqual([]);
    expect(shown).toEqual([{ kind: 'offline' }]);
    Object.assign(line, { isOnline: true, failure: null });
    health.regain();
    await wait(0);
    expect(shown.at(-1)).toEqual({ kind: 'restored' });
  });

  test('a person may go on with what is stored', async () => {
    const { health, shown, calls, fail } = openPage();
    fail('network', 3);
    health.useStored();
    await wait(60 * SECOND);
    await health.check();
    expect(calls).toEqual([]);
    expect(shown.at(-1)).toEqual({ kind: 'stored' });
  });

  test('and stays so when an attempt that was under way fails', async () => {
    const answers: ((failure: Failure) => void)[] = [];
    const { health, shown, fail } = openPage({ askHealth: () => new Promise((done) => answers.push(done)) });
    fail('network', 3);
    await wait(5 * SECOND);
    health.useStored();
    answers[0]?.('timeout');
    await wait(60 * SECOND);
    expect(shown.at(-1)).toEqual({ kind: 'stored' });
    expect(answers).toHaveLength(1);
  });
});

test('an attempt that breaks off is followed by others', async () => {
  const { line, shown, fail } = openPage({
    validate: () => Promise.reject(new TypeError('no such file')),
  });
  fail('network', 3);
  line.failure = null;
  await wait(10 * SECOND);
  expect(shown.at(-1)).toEqual({ kind: 'issues', tried: 2, goesOn: true });
});

test('a server that has never answered is given time, with growing pauses', async () => {
  const { health, line, shown, calls, fail } = openPage({ isCold: true, isSignedIn: false });
  fail('timeout', 1);
  expect(shown).toEqual([{ kind: 'waking' }]);
  for (const [index, pause] of [1, 2, 4, 8, 10, 10].entries()) {
    await wait(pause * SECOND - 1);
    expect(calls).toHaveLength(index);
    await wait(1);
  }
  line.failure = null;
  await wait(10 * SECOND);
  expect(shown.map(({ kind }) => kind)).toEqual(['waking', 'restored']);
  // It has answered now.
  fail('timeout', 3);
  expect(shown.at(-1)).toMatchObject({ kind: 'issues' });
  health.note(null);
});

test('everything is suppressed while the person is blocked', async () => {
  const { health, line, shown, calls, fail } = openPage();
  line.isBlocked = true;
  fail('network', 5);
  fail('auth', 5);
  health.lose();
  await health.check();
  await wait(60 * SECOND);
  expect([shown, calls]).toEqual([[], []]);
});
