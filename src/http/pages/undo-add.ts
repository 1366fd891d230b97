import type { APIContext } from 'astro';
import type { SignedIn } from '../../domain/context.ts';
import { DomainError, orMissing } from '../../domain/error.ts';
import type { Translate } from '../../i18n/translate.ts';
import { returnTo } from './return-to.ts';
import { doOnce } from './submit.ts';

interface UndoAdd {
  list: string;
  /** @throws DomainError 404 when it is gone, 409 when it was changed since */
  remove(
    context: SignedIn,
    added: { id: string; basedOn?: string | undefined },
  ): Promise<{ name: string; undoId: string }>;
  /** @throws DomainError 404 when it is gone */
  read(context: SignedIn, id: string): Promise<string>;
  /** The message after deletion; `gone` is for one deleted before. */
  deleted(t: Translate, name: string): string;
  gone(t: Translate): string;
}

/** Deletes what was just added and returns to the button's page, unless it was changed since. */
export async function undoAdd(page: APIContext, added: UndoAdd): Promise<Response> {
  const { locals, params, redirect } = page;
  const { t, form, setFlash } = locals;
  const context = locals.signedIn;
  const id = params.id ?? '';
  const { return: back, basedOn } = Object.fromEntries(form ?? []);
  try {
    const { name, undoId } = await doOnce(page, context, {
      async act(inside) {
        const removed = await added.remove(inside, { id, basedOn: basedOn?.toString() });
        return { name: removed.name, undoId: removed.undoId };
      },
      holds: async () => (await orMissing(added.read(context, id))) === undefined,
    });
    setFlash('success', added.deleted(t, name), { undoId });
  } catch (error) {
    if (!(error instanceof DomainError) || ![404, 409].includes(error.status)) throw error;
    setFlash('error', await reasonFor(error, context, added, { id, t }));
  }
  return redirect(returnTo(back?.toString() ?? added.list), 303);
}

async function reasonFor(
  { code, status }: DomainError,
  context: SignedIn,
  { read, gone }: UndoAdd,
  { id, t }: { id: string; t: Translate },
): Promise<string> {
  if (code === 'UNDONE_SINCE') return t('errors:UNDONE_SINCE');
  const name = status === 409 ? await orMissing(read(context, id)) : undefined;
  return name === undefined ? gone(t) : t('transactions:undoAdd.changed', { name });
}
