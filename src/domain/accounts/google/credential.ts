import type { TextKey } from '../../../i18n/texts.ts';
import { DomainError } from '../../error.ts';

/** More characters than a provider ever puts into a token. */
const LONGEST = 8192;

/** The error for a credential that is not accepted, with the reason. */
export function badCredential(message: TextKey = 'errors:GOOGLE_AUTH_ERROR'): DomainError {
  return new DomainError('GOOGLE_AUTH_ERROR', 400, { message });
}

/**
 * Checks the form of a credential before any keys are fetched: text of three parts with an e-mail address inside.
 * Its content is not verified yet.
 * @throws DomainError GOOGLE_AUTH_ERROR (400) with the reason
 */
export function checkForm(credential: unknown): string {
  if (typeof credential !== 'string' || credential === '' || credential.length > LONGEST) {
    throw badCredential();
  }
  const parts = credential.split('.');
  if (parts.length !== 3) throw badCredential('errors:googleTokenFormat');
  const [header, payload] = parts.map(decoded);
  if (!header || !payload) throw badCredential('errors:googleTokenDecode');
  if (typeof payload.email !== 'string' || payload.email.trim() === '') {
    throw badCredential('errors:googleEmailMissing');
  }
  return credential;
}

function decoded(part: string): Record<string, unknown> | null {
  if (!/^[\w-]*$/.test(part)) return null;
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString());
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}
