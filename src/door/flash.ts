import { createHmac, timingSafeEqual } from 'node:crypto';

/** A message for the page after the next redirect. */
export interface Flash {
  kind: 'success' | 'error' | 'info';
  text: string;
  /** Names the deletion that a button beside the text takes back. */
  undoId?: string | undefined;
  remarks?: Remark[] | undefined;
}

/** What else is worth saying, below the message: in words, with what it is about and where that is. */
export interface Remark {
  text: string;
  /** Each part is shown in its own direction. */
  subject?: string[];
  link?: { href: string; text: string };
}

function seal(text: string, secret: string): string {
  return createHmac('sha256', secret).update(`flash:${text}`).digest('base64url').slice(0, 22);
}

/** A flash as its cookie carries it: signed, so that nobody puts words into our mouth. */
export function writeFlash(flash: Flash, secret: string): string {
  const text = Buffer.from(JSON.stringify(flash)).toString('base64url');
  return `${text}.${seal(text, secret)}`;
}

export function readFlash(value: string | undefined, secret: string): Flash | null {
  const [text = '', mark = ''] = (value ?? '').split('.');
  const expected = Buffer.from(seal(text, secret));
  const given = Buffer.from(mark);
  if (!text || expected.length !== given.length || !timingSafeEqual(expected, given)) return null;
  return JSON.parse(Buffer.from(text, 'base64url').toString());
}
