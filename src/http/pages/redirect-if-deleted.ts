import type { APIContext } from 'astro';
import { DomainError, orMissing } from '../../domain/error.ts';
import type { TextKey } from '../../i18n/texts.ts';

/**
 * @throws Response if the target was deleted meanwhile: a redirect to a page that says so; DomainError NOT_FOUND unless
 * a form was submitted
 */
export async function redirectIfDeleted<Result>(
  { locals, redirect, request }: Pick<APIContext, 'locals' | 'redirect' | 'request'>,
  act: () => Promise<Result>,
  { gone, back }: { gone: TextKey; back: string },
): Promise<Result> {
  try {
    return await act();
  } catch (error) {
    const isGone = error instanceof DomainError && error.status === 404 && request.method === 'POST';
    if (!isGone) throw error;
    locals.setFlash('error', locals.t(gone));
    throw redirect(back, 303);
  }
}

/**
 * What a form is filled from. A submitted form keeps its own values, even if the source is gone.
 * @throws errors of reading, unless a form was submitted
 */
export function filledFrom<Found>(
  { request }: Pick<APIContext, 'request'>,
  reading: Promise<Found>,
): Promise<Found | undefined> {
  return request.method === 'POST' ? orMissing(reading) : reading;
}
