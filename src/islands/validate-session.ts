import { renewSession } from './renew-session.ts';
import { request } from './request.ts';

/** Whether the server still accepts this browser's session; an expired token is renewed for that. */
export async function validateSession(): Promise<'valid' | 'refused' | 'unanswered'> {
  const { status } = await request('/auth-status').catch(() => ({ status: 0 }));
  if (status === 401) return judge((await renewSession()).status);
  return judge(status);
}

function judge(status: number): 'valid' | 'refused' | 'unanswered' {
  if (status === 401) return 'refused';
  return status > 0 && status < 500 ? 'valid' : 'unanswered';
}
