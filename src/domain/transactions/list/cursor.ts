import { createHmac, timingSafeEqual } from 'node:crypto';
import { invalid } from '../../error.ts';

/** The order of a list; a cursor is valid only in the order that it was made for. */
export interface Order {
  sort: string;
  order: string;
}

function signatureOf(text: string, { sort, order }: Order, secret: string): string {
  const signed = `cursor:${sort}:${order}:${text}`;
  return createHmac('sha256', secret).update(signed).digest('base64url').slice(0, 16);
}

/** Encodes where a page ended, so that the next one starts right after it however many rows were added in between. */
export function writeCursor(keys: readonly (string | number)[], order: Order, secret: string): string {
  const text = Buffer.from(JSON.stringify(keys)).toString('base64url');
  return `${text}.${signatureOf(text, order, secret)}`;
}

/** Decodes a cursor for a list in that order. @throws DomainError VALIDATION_ERROR for any other */
export function readCursor(cursor: string, order: Order, secret: string): (string | number)[] {
  const [text = '', mark = ''] = cursor.split('.');
  const expected = Buffer.from(signatureOf(text, order, secret));
  const given = Buffer.from(mark);
  if (expected.length !== given.length || !timingSafeEqual(expected, given)) {
    throw invalid({ field: 'cursor', message: 'errors:cursorInvalid' });
  }
  return JSON.parse(Buffer.from(text, 'base64url').toString());
}
