import { createHmac, timingSafeEqual } from 'node:crypto';
import { shortenedTo } from '../../domain/letters.ts';

export interface Flash {
  kind: 'success' | 'error' | 'warning' | 'info';
  text: string;
  undo?: Undo | undefined;
  email?: string | undefined;
  /** Shown once, in a field from which it can be copied. */
  link?: string | undefined;
  /** Where what it is about can be seen. */
  see?: Link | undefined;
  remarks?: Remark[] | undefined;
}

/** The form of the button that undoes, or of another act with its `text`. */
interface Undo {
  action: string;
  fields: Record<string, string>;
  text?: string;
}

export const undoDeletion = (undo_id: string): Undo => ({
  action: '/transactions/restore',
  fields: { undo_id },
});

/** @param address the page of what was added */
export const undoAdding = (address: string): Undo => ({ action: `${address}/undo-add`, fields: {} });

interface Link {
  href: string;
  text: string;
}

export interface Remark {
  text: string;
  /** Each part is shown in its own direction. */
  subject?: string[];
  link?: Link;
}

function sign(text: string, secret: string): string {
  return createHmac('sha256', secret).update(`flash:${text}`).digest('base64url').slice(0, 22);
}

/** Code units of a message with a name: browsers keep no cookie above 4,096 bytes. */
const TEXT_LIMIT = 600;

/** The cookie's value, signed so that nobody else can write our messages. */
export function writeFlash(flash: Flash, secret: string): string {
  const shortened = { ...flash, text: shortenedTo(flash.text, TEXT_LIMIT, TEXT_LIMIT) };
  const text = Buffer.from(JSON.stringify(shortened)).toString('base64url');
  return `${text}.${sign(text, secret)}`;
}

export function readFlash(value: string | undefined, secret: string): Flash | null {
  if (!value) return null;
  const [text = '', signature = ''] = value.split('.');
  const expected = Buffer.from(sign(text, secret));
  const actual = Buffer.from(signature);
  if (!text || expected.length !== actual.length || !timingSafeEqual(expected, actual)) return null;
  return JSON.parse(Buffer.from(text, 'base64url').toString());
}
