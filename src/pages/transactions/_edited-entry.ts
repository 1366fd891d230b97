import type { AstroGlobal } from 'astro';
import type { SignedIn } from '../../domain/context.ts';
import { DomainError } from '../../domain/error.ts';
import type { Entry } from '../../domain/transactions/present.ts';
import { readTransaction } from '../../domain/transactions/read.ts';

/**
 * The transaction that a page edits as it is now; null when it was deleted while its form was being filled in, so that
 * what was typed can be saved all the same.
 * @throws DomainError NOT_FOUND where nothing was typed
 */
export async function editedEntry({ locals, params }: AstroGlobal, context: SignedIn): Promise<Entry | null> {
  try {
    return await readTransaction(context, params.id ?? '');
  } catch (error) {
    const isMissing = error instanceof DomainError && error.code === 'NOT_FOUND';
    if (!isMissing || !locals.form?.has('basedOn')) throw error;
    return null;
  }
}
