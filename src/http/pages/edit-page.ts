import type { AstroGlobal } from 'astro';
import { DomainError } from '../../domain/error.ts';

interface Versioned {
  row: { updated_at: string };
}

/** The part of a form's state that shows whether its item has changed. */
interface Submitted {
  errors: Record<string, string>;
  error?: DomainError;
}

interface Edit<Item, State> {
  /** The item as it is now; null when it was deleted while the form was open. */
  item: Item | null;
  form: State;
  isStale: boolean;
  /** The version of the item that the next submission is based on. */
  basedOn: string | undefined;
  /** The messages of the form; a conflict has a notice instead of a message. */
  errors: Record<string, string>;
  isRefused: boolean;
}

/**
 * A page that edits one item. Nothing typed is lost when the item was changed or deleted while the form was open: the
 * page is shown again with status 409, and can replace the other version or save the values as a new item.
 * @param read the use case that reads the item
 * @param submit handles the form; its item is null when it was deleted
 * @throws DomainError NOT_FOUND unless a form was submitted
 */
export async function editPage<Item extends Versioned, State extends Submitted>(
  page: AstroGlobal,
  read: () => Promise<Item>,
  submit: (item: Item | null) => Promise<Response | State>,
): Promise<Response | Edit<Item, State>> {
  const sent = page.locals.form?.get('basedOn');
  const before = await readUnlessDeleted(page, read);
  const form = await submit(before);
  if (form instanceof Response) return form;
  // Read again after an error: the item may have changed since, and the form must show its latest version.
  const item = page.response.status === 200 ? before : await readUnlessDeleted(page, read);
  if (!item) page.response.status = 409;
  const isStale = item !== null && form.error?.code === 'CONFLICT';
  const { '': general, ...fieldErrors } = form.errors;
  const errors = item && !isStale ? form.errors : fieldErrors;
  return {
    item,
    form,
    isStale,
    basedOn: !isStale && typeof sent === 'string' ? sent : item?.row.updated_at,
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
