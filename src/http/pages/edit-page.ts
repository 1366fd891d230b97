import type { AstroGlobal } from 'astro';
import { DomainError } from '../../domain/error.ts';

interface Versioned {
  row: { updated_at: string };
}

interface Submitted {
  errors: Record<string, string>;
  error?: DomainError;
}

interface Edit<Item, State> {
  /** Null if it was deleted while the form was open. */
  item: Item | null;
  form: State;
  isStale: boolean;
  basedOn: string | undefined;
  /** A conflict has a notice instead of a message. */
  errors: Record<string, string>;
  isRefused: boolean;
}

/**
 * A page that edits one item. If the item was changed or deleted meanwhile, the page is shown again with status 409 and
 * the typed values, which can replace the other version or become a new item.
 * @param submit handles the form; its item is null if deleted
 * @throws DomainError NOT_FOUND unless a form was submitted
 */
export async function editPage<Item extends Versioned, State extends Submitted>(
  page: AstroGlobal,
  read: () => Promise<Item>,
  submit: (item: Item | null) => Promise<State>,
): Promise<Edit<Item, State>> {
  const basedOn = page.locals.form?.get('basedOn');
  const before = await readUnlessDeleted(page, read);
  const form = await submit(before);
  // Read again after an error: the form must show the latest version.
  const item = page.response.status === 200 ? before : await readUnlessDeleted(page, read);
  if (!item) page.response.status = 409;
  const isStale = item !== null && form.error?.code === 'CONFLICT';
  const { '': general, ...fieldErrors } = form.errors;
  const errors = item && !isStale ? form.errors : fieldErrors;
  return {
    item,
    form,
    isStale,
    basedOn: !isStale && typeof basedOn === 'string' ? basedOn : item?.row.updated_at,
    errors,
    isRefused: isStale || !item || Object.keys(errors).length > 0,
  };
}

async function readUnlessDeleted<Item>({ locals }: AstroGlobal, read: () => Promise<Item>) {
  try {
    return await read();
  } catch (error) {
    const isMissing = error instanceof DomainError && error.code === 'NOT_FOUND';
    if (!isMissing || !locals.form?.has('basedOn')) throw error;
    return null;
  }
}
