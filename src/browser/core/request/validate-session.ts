import { renewSession } from './renew-session.ts';
import { errorOf, request } from './request.ts';
import { redirectToBlocked } from './session-end.ts';

/** Whether the server still accepts this browser's session; an expired token is renewed for that. */
export async function validateSession(): Promise<'valid' | 'refused' | 'unanswered'> {
  const answer = await request('/auth-status').catch(() => null);
  if (!answer) return 'unanswered';
  const { code, details } = errorOf(answer);
  if (code === 'USER_BLOCKED') return redirectToBlocked(details);
  if (answer.status === 401) return judge((await renewSession()).status);
  return judge(answer.status);
}

function judge(status: number): 'valid' | 'refused' | 'unanswered' {
  if (status === 401) return 'refused';
  return status > 0 && status < 500 ? 'valid' : 'unanswered';
}
