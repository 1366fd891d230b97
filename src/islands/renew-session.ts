import { leaveBlocked } from './session-end.ts';

/** How a renewal went: 200 with the seconds that the new token lives, 401 for a session that has ended, 0 for no answer. */
export interface Renewal {
  status: number;
  seconds: number;
}

const PATIENCE_MS = 45_000;

let renewing: Promise<Renewal> | null = null;

/** Renews the access token, once for all that ask at a time: a second try would spend a token that is already spent. */
export function renewSession(): Promise<Renewal> {
  renewing ??= renew().finally(() => {
    renewing = null;
  });
  return renewing;
}

async function renew(): Promise<Renewal> {
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const answer = await fetch('/api/v1/users/refresh-token', { method: 'POST', signal });
    const { data, error } = await answer.json();
    if (error?.code === 'USER_BLOCKED') return leaveBlocked(error.details);
    return { status: answer.status, seconds: data?.expiresIn ?? 0 };
  } catch {
    return { status: 0, seconds: 0 };
  }
}
