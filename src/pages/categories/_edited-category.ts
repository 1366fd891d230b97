import type { AstroGlobal } from 'astro';
import { type CountedCategory, readCategory } from '../../domain/categories/read.ts';
import type { SignedIn } from '../../domain/context.ts';
import { DomainError } from '../../domain/error.ts';

/**
 * The category that a page edits as it is now; null when it went while its form was being filled in, so that what was
 * typed can be saved all the same.
 * @throws DomainError NOT_FOUND where nothing was typed
 */
export async function editedCategory(
  { locals, params }: AstroGlobal,
  context: SignedIn,
): Promise<CountedCategory | null> {
  try {
    return await readCategory(context, params.id ?? '');
  } catch (error) {
    const isMissing = error instanceof DomainError && error.code === 'NOT_FOUND';
    if (!isMissing || !locals.form?.has('basedOn')) throw error;
    return null;
  }
}
