import { type Failure, pauseAfter } from '../core/request/attempts.ts';
import type { EndReason } from '../core/session/session-end.ts';
import {
  MOST_AUTH_FAILURES,
  MOST_FAILURES,
  RECOVERY_EVERY,
  RECOVERY_TRIES,
  STUCK_AFTER,
  VALIDATE_AFTER,
} from './recovery-limits.ts';

/** What the banner shows. `tried` counts recovery attempts; `goesOn` means that another one follows. */
export type ConnectionState =
  | { kind: 'fine' | 'offline' | 'waking' | 'stored' | 'restored' }
  | { kind: 'issues'; tried: number; goesOn: boolean };

export interface Surroundings {
  now(): number;
  isSignedIn: boolean;
  /** Whether the page came from the browser's own store because the server has not answered. */
  isCold: boolean;
  isOnline(): boolean;
  isVisible(): boolean;
  isBlocked(): boolean;
  isInUse(): boolean;
  askHealth(): Promise<Failure | null>;
  /** Whether the server accepts the token, renewed if necessary. */
  validate(): Promise<'valid' | 'refused' | 'unanswered'>;
  forgetAnswers(): void;
  show(state: ConnectionState): void;
  signOut(reason: EndReason): void;
}

export type Health = ReturnType<typeof followHealth>;

/** Follows a page's requests, recovers the connection and shows its state (docs/behaviour.md#connection). */
export function followHealth(surroundings: Surroundings) {
  let state: ConnectionState = { kind: 'fine' };
  let failures = 0;
  let authFailures = 0;
  let lastSuccess = surroundings.now();
  let isCold = surroundings.isCold;
  let reason: EndReason = 'multiple_failures';
  let tried = 0;
  let isTrying = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const show = (next: ConnectionState) => {
    state = next;
    surroundings.show(next);
  };

  function succeed(): void {
    clearTimeout(timer);
    failures = 0;
    authFailures = 0;
    tried = 0;
    isCold = false;
    lastSuccess = surroundings.now();
    // An answer that was on its way when the connection was lost says nothing of it.
    if (state.kind === 'fine' || state.kind === 'restored' || !surroundings.isOnline()) return;
    show({ kind: 'restored' });
    state = { kind: 'fine' };
  }

  function note(failure: Failure | null): void {
    if (surroundings.isBlocked()) return;
    // A refusal is an answer: the connection works.
    if (!failure || failure === 'client') {
      succeed();
      return;
    }
    failures += 1;
    authFailures = failure === 'auth' ? authFailures + 1 : 0;
    if (isTrying || state.kind !== 'fine') return;
    if (!surroundings.isOnline()) show({ kind: 'offline' });
    else if (isCold) wake();
    else if (authFailures >= MOST_AUTH_FAILURES) recover('auth_failure');
    else if (failures >= MOST_FAILURES) recover('multiple_failures');
    else if (surroundings.isSignedIn && surroundings.now() - lastSuccess > STUCK_AFTER) void unstick();
  }

  function recover(endReason: EndReason): void {
    reason = endReason;
    tried = 0;
    // The connection works and only the token is refused: no need to wait.
    if (endReason === 'auth_failure') {
      void attempt();
    } else {
      show({ kind: 'issues', tried, goesOn: true });
      plan(RECOVERY_EVERY);
    }
  }

  function plan(pause: number): void {
    timer = setTimeout(attempt, pause);
  }

  async function attempt(): Promise<void> {
    clearTimeout(timer);
    if (isTrying || surroundings.isBlocked()) return;
    // A page in the background saves data and battery.
    if (!surroundings.isVisible()) {
      plan(RECOVERY_EVERY);
      return;
    }
    isTrying = true;
    tried += 1;
    // A failure must not block the next attempt.
    const isBack = await isAnswered(tried > 1 ? 'recovery_failed' : reason).catch(() => false);
    isTrying = false;
    if (isBack) succeed();
    // Stored data was chosen meanwhile: stop trying.
    else if (state.kind === 'stored') return;
    else if (!surroundings.isOnline()) show({ kind: 'offline' });
    else if (isCold) wake();
    else goOn();
  }

  function goOn(): void {
    const goesOn = tried < RECOVERY_TRIES;
    show({ kind: 'issues', tried, goesOn });
    if (goesOn) plan(RECOVERY_EVERY);
  }

  // A server that has never answered may still be starting.
  function wake(): void {
    if (state.kind !== 'waking') show({ kind: 'waking' });
    plan(pauseAfter(tried + 1, true));
  }

  async function unstick(): Promise<void> {
    isTrying = true;
    await isValid('stuck_state').catch(() => false);
    isTrying = false;
  }

  async function isAnswered(endReason: EndReason): Promise<boolean> {
    return (await surroundings.askHealth()) === null && (await isValid(endReason));
  }

  async function isValid(endReason: EndReason): Promise<boolean> {
    surroundings.forgetAnswers();
    if (!surroundings.isSignedIn) return true;
    const validity = await surroundings.validate();
    if (validity === 'refused') surroundings.signOut(endReason);
    return validity === 'valid';
  }

  return {
    note,

    retry(): void {
      if (tried >= RECOVERY_TRIES) tried = 0;
      void attempt();
    },

    /** Continues with stored data: no attempts until the browser is online again. */
    useStored(): void {
      clearTimeout(timer);
      show({ kind: 'stored' });
    },

    lose(): void {
      clearTimeout(timer);
      if (!surroundings.isBlocked()) show({ kind: 'offline' });
    },

    regain(): void {
      if (state.kind !== 'fine') void attempt();
    },

    async check(): Promise<void> {
      const isAsked = surroundings.isVisible() && surroundings.isOnline() && !surroundings.isBlocked();
      if (!isAsked || isTrying || state.kind === 'stored') return;
      if (state.kind === 'issues' && !state.goesOn) await attempt();
      if (state.kind !== 'fine') return;
      if (failures === 0 && !surroundings.isInUse()) return;
      const failure = await surroundings.askHealth();
      const isLong = surroundings.now() - lastSuccess > VALIDATE_AFTER;
      if (failure || (isLong && !(await isValid('stuck_state')))) note(failure ?? 'network');
      else succeed();
    },
  };
}
