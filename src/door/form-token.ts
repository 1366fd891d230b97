import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** The hidden field that carries the token in every form. */
export const FORM_TOKEN = '_csrf';

/** What a form proves when the browser sends no origin: that we wrote it for this very session or guest. */
export function formToken(secret: string, owner: string): string {
  return createHmac('sha256', secret).update(`form:${owner}`).digest('base64url').slice(0, 32);
}

export function isFormToken(secret: string, owner: string, given: unknown): boolean {
  const expected = Buffer.from(formToken(secret, owner));
  const actual = Buffer.from(typeof given === 'string' ? given : '');
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}

/** The name of a visitor who is not signed in: random, kept in a cookie, so that forms before sign-in are theirs. */
export function newGuest(): string {
  return randomBytes(16).toString('base64url');
}
