import { type Failure, pauseAfter } from '../core/request/attempts.ts';
import {
  MOST_AUTH_FAILURES,
  MOST_FAILURES,
  RECOVERY_EVERY,
  RECOVERY_TRIES,
  STUCK_AFTER,
  VALIDATE_AFTER,
} from '../core/request/limits.ts';
import type { EndReason } from '../core/session/session-end.ts';

/**
 * What the banner says: that the browser is offline, that the server wakes up, that the connection fails (after so many
 * attempts, and whether another one follows by itself), that stored data is shown, or that all is well again.
 */
export type ConnectionState =
  | { kind: 'fine' | 'offline' | 'waking' | 'stored' | 'restored' }
  | { kind: 'issues'; tried: number; goesOn: boolean };

export interface Surroundings {
  now(): number;
  isSignedIn: boolean;
  /** Whether the server has not answered this page: it came from the browser's own store. */
  isCold: boolean;
  isOnline(): boolean;
  isVisible(): boolean;
  isBlocked(): boolean;
  /** Whether somebody has used the page since the last check. */
  isInUse(): boolean;
  /** Whether the server answers; with that the failure, or null. */
  askHealth(): Promise<Failure | null>;
  /** Whether the server accepts the token, renewed if necessary. */
  validate(): Promise<'valid' | 'refused' | 'unanswered'>;
  forgetAnswers(): void;
  show(state: ConnectionState): void;
  signOut(reason: EndReason): void;
}

export type Health = ReturnType<typeof followHealth>;

/** Follows the attempts of a page, tries again by itself, and reports it (docs/behaviour.md#connection). */
export function followHealth(around: Surroundings) {
  let state: ConnectionState = { kind: 'fine' };
  let failures = 0;
  let authFailures = 0;
  let lastSuccess = around.now();
  let isCold = around.isCold;
  let reason: EndReason = 'multiple_failures';
  let tried = 0;
  let isTrying = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const show = (next: ConnectionState) => {
    state = next;
    around.show(next);
  };

  function succeed(): void {
    clearTimeout(timer);
    failures = 0;
    authFailures = 0;
    tried = 0;
    isCold = false;
    lastSuccess = around.now();
    if (state.kind === 'fine' || state.kind === 'restored') return;
    show({ kind: 'restored' });
    state = { kind: 'fine' };
  }

  function note(failure: Failure | null): void {
    if (around.isBlocked()) return;
    // A refusal is an answer: the connection works.
    if (!failure || failure === 'client') {
      succeed();
      return;
    }
    failures += 1;
    authFailures = failure === 'auth' ? authFailures + 1 : 0;
    if (isTrying || state.kind !== 'fine') return;
    if (!around.isOnline()) show({ kind: 'offline' });
    else if (isCold) wake();
    else if (authFailures >= MOST_AUTH_FAILURES) recover('auth_failure');
    else if (failures >= MOST_FAILURES) recover('multiple_failures');
    else if (around.isSignedIn && around.now() - lastSuccess > STUCK_AFTER) void unstick();
  }

  function recover(why: EndReason): void {
    reason = why;
    tried = 0;
    // The line works, and only the token is refused: nobody has to wait.
    if (why === 'auth_failure') {
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
    if (isTrying || around.isBlocked()) return;
    // Nobody is looking: no bytes and no battery for it.
    if (!around.isVisible()) {
      plan(RECOVERY_EVERY);
      return;
    }
    isTrying = true;
    tried += 1;
    // Whatever happens, the next attempt is possible.
    const isBack = await isAnswered(tried > 1 ? 'recovery_failed' : reason).catch(() => false);
    isTrying = false;
    if (isBack) succeed();
    // Chosen meanwhile: nothing is tried any more.
    else if (state.kind === 'stored') return;
    else if (!around.isOnline()) show({ kind: 'offline' });
    else if (isCold) wake();
    else goOn();
  }

  function goOn(): void {
    const goesOn = tried < RECOVERY_TRIES;
    show({ kind: 'issues', tried, goesOn });
    if (goesOn) plan(RECOVERY_EVERY);
  }

  // While the server has never answered, it is given time.
  function wake(): void {
    if (state.kind !== 'waking') show({ kind: 'waking' });
    plan(pauseAfter(tried + 1, true));
  }

  async function unstick(): Promise<void> {
    isTrying = true;
    await isValid('stuck_state').catch(() => false);
    isTrying = false;
  }

  async function isAnswered(why: EndReason): Promise<boolean> {
    return (await around.askHealth()) === null && (await isValid(why));
  }

  async function isValid(why: EndReason): Promise<boolean> {
    around.forgetAnswers();
    if (!around.isSignedIn) return true;
    const validity = await around.validate();
    if (validity === 'refused') around.signOut(why);
    return validity === 'valid';
  }

  return {
    note,

    retry(): void {
      if (tried >= RECOVERY_TRIES) tried = 0;
      void attempt();
    },

    /** The person goes on with what is stored: nothing is tried until the browser is online again. */
    useStored(): void {
      clearTimeout(timer);
      show({ kind: 'stored' });
    },

    lose(): void {
      clearTimeout(timer);
      if (!around.isBlocked()) show({ kind: 'offline' });
    },

    regain(): void {
      if (state.kind !== 'fine') void attempt();
    },

    /** The regular check of a page that somebody uses. */
    async check(): Promise<void> {
      const isAsked = around.isVisible() && around.isOnline() && !around.isBlocked();
      if (!isAsked || isTrying || state.kind === 'stored') return;
      if (state.kind === 'issues' && !state.goesOn) await attempt();
      if (state.kind !== 'fine') return;
      if (failures === 0 && !around.isInUse()) return;
      const failure = await around.askHealth();
      const isLong = around.now() - lastSuccess > VALIDATE_AFTER;
      if (failure || (isLong && !(await isValid('stuck_state')))) note(failure ?? 'network');
      else succeed();
    },
  };
}
