import { createHmac, timingSafeEqual } from 'node:crypto';
import { invalid } from '../../error.ts';

/** The order that a list is in; a cursor goes on only in the one that it came from. */
export interface Order {
  sort: string;
  order: string;
}

function seal(text: string, { sort, order }: Order, secret: string): string {
  const sealed = `cursor:${sort}:${order}:${text}`;
  return createHmac('sha256', secret).update(sealed).digest('base64url').slice(0, 16);
}

/** Packs where a page ended, so that the next one starts right after it however many rows came in between. */
export function writeCursor(keys: readonly (string | number)[], order: Order, secret: string): string {
  const text = Buffer.from(JSON.stringify(keys)).toString('base64url');
  return `${text}.${seal(text, order, secret)}`;
}

/** Unpacks a cursor of ours for a list in that order. @throws DomainError VALIDATION_ERROR for any other */
export function readCursor(cursor: string, order: Order, secret: string): (string | number)[] {
  const [text = '', mark = ''] = cursor.split('.');
  const expected = Buffer.from(seal(text, order, secret));
  const given = Buffer.from(mark);
  if (expected.length !== given.length || !timingSafeEqual(expected, given)) {
    throw invalid({ field: 'cursor', message: 'errors:cursorInvalid' });
  }
  return JSON.parse(Buffer.from(text, 'base64url').toString());
}
