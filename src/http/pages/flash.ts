import { createHmac, timingSafeEqual } from 'node:crypto';
import { shortenedTo } from '../../domain/letters.ts';

export interface Flash {
  kind: 'success' | 'error' | 'warning' | 'info';
  text: string;
  undoId?: string | undefined;
  /** The transaction that was added, which a button beside the text deletes again. */
  addedId?: string | undefined;
  addedTemplateId?: string | undefined;
  /** The address with which the sign-in form begins. */
  email?: string | undefined;
  remarks?: Remark[] | undefined;
}

/** A further line below the message, with its subject and a link. */
export interface Remark {
  text: string;
  /** Each part is shown in its own direction. */
  subject?: string[];
  link?: { href: string; text: string };
}

function sign(text: string, secret: string): string {
  return createHmac('sha256', secret).update(`flash:${text}`).digest('base64url').slice(0, 22);
}

/** The most code units of a message that names something: a browser keeps no cookie of more than 4,096 bytes. */
const LONGEST = 600;

/** A flash as the value of its cookie: signed, so that nobody else can write our messages. */
export function writeFlash(flash: Flash, secret: string): string {
  const shortened = { ...flash, text: shortenedTo(flash.text, LONGEST, LONGEST) };
  const text = Buffer.from(JSON.stringify(shortened)).toString('base64url');
  return `${text}.${sign(text, secret)}`;
}

export function readFlash(value: string | undefined, secret: string): Flash | null {
  if (!value) return null;
  const [text = '', signature = ''] = value.split('.');
  const expected = Buffer.from(sign(text, secret));
  const given = Buffer.from(signature);
  if (!text || expected.length !== given.length || !timingSafeEqual(expected, given)) return null;
  return JSON.parse(Buffer.from(text, 'base64url').toString());
}
