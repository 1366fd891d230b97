import * as v from 'valibot';
import { blankable, wholeNumber } from './schemas.ts';

/** How many entries of a list are sent at most at once. */
export const MAX_PAGE_SIZE = 200;

/** How many are requested: `usual` by default. */
export const limitField = (usual: number) => wholeNumber(usual, 1, MAX_PAGE_SIZE, 'errors:limitInvalid');

/** Which part of a list is requested: the cursor counts before the page, the page before the offset. */
export const paginationFields = {
  page: blankable(
    v.pipe(
      v.string('errors:pageInvalid'),
      v.regex(/^[1-9]\d{0,6}$/, 'errors:pageInvalid'),
      v.transform(Number),
    ),
  ),
  offset: wholeNumber(0, 0, 999_999_999, 'errors:offsetInvalid'),
  cursor: blankable(
    v.pipe(
      v.string('errors:cursorInvalid'),
      v.regex(/^o\d{1,9}$/, 'errors:cursorInvalid'),
      v.transform((text) => Number(text.slice(1))),
    ),
  ),
};

/** The page that an address asks for; the first one where it names none. */
export function pageIn(query: URLSearchParams): number {
  const read = v.safeParse(paginationFields.page, query.get('page') ?? '');
  return (read.success && read.output) || 1;
}

interface Part {
  page?: number | undefined;
  offset: number;
  cursor?: number | undefined;
  limit: number;
}

export function offsetOf({ cursor, page, limit, offset }: Part): number {
  return cursor ?? (page ? (page - 1) * limit : offset);
}

/** For a list that always comes whole, because it is short. */
export function wholePagination(total: number) {
  return { page: 1, limit: total, total, hasMore: false, nextCursor: null };
}

/** As in answers of the API; `shown` is how many entries the part has. */
export function presentPagination(part: Part, shown: number, total: number) {
  const { limit } = part;
  const offset = offsetOf(part);
  const hasMore = offset + shown < total;
  const nextCursor = hasMore ? `o${offset + limit}` : null;
  return { page: Math.floor(offset / limit) + 1, limit, total, hasMore, nextCursor };
}
