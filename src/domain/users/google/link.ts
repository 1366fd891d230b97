import type { Mailing, Writing } from '../../context.ts';
import { confirmLink, linkIdentity } from '../identities/link.ts';
import { requireProvider } from './provider.ts';
import { type Presented, verifyCredential } from './verify.ts';

/**
 * Links a Google account, whatever its address, to the viewer's, confirmed by the password.
 * @throws DomainError GOOGLE_AUTH_ERROR (400), also for a Google account linked elsewhere or a second one,
 *   CURRENT_PASSWORD_WRONG (400), RATE_LIMITED (429), GOOGLE_DISABLED and GOOGLE_LOGIN_ERROR (503)
 */
export async function linkGoogle(
  context: Writing & Mailing,
  { password, ...presented }: Presented & { password: string },
): Promise<void> {
  requireProvider(context.settings);
  const user = await confirmLink(context, password);
  await linkIdentity(context, user, await verifyCredential(context, presented));
}
