import type { APIContext } from 'astro';
import type { SignedIn } from '../../domain/context.ts';
import { DomainError, orMissing } from '../../domain/error.ts';
import type { Translate } from '../../i18n/translate.ts';
import { returnTo } from './return-to.ts';
import { doOnce, pageContext } from './submit.ts';

/** What the button beside a thing that was just added takes back. */
interface UndoAdd {
  /** The address of its list, shown where the page of the button is unknown. */
  list: string;
  /** Deletes it. @throws DomainError 404 when it is gone, 409 when it was changed since */
  remove(
    context: SignedIn,
    thing: { id: string; basedOn?: string | undefined },
  ): Promise<{ name: string; undoId: string }>;
  /** Its present name. @throws DomainError 404 when it is gone */
  read(context: SignedIn, id: string): Promise<string>;
  /** What to say when it was deleted, and when it had been before. */
  deleted(t: Translate, name: string): string;
  gone(t: Translate): string;
}

/** Deletes what was just added and returns to the page of the button, unless it was changed since. */
export async function undoAdd(page: APIContext, thing: UndoAdd): Promise<Response> {
  const { locals, params, redirect } = page;
  const { t, form, setFlash } = locals;
  const context = pageContext({ locals });
  const id = params.id ?? '';
  const { return: back, basedOn } = Object.fromEntries(form ?? []);
  try {
    const { name, undoId } = await doOnce(page, context, {
      async act(inside) {
        const removed = await thing.remove(inside, { id, basedOn: basedOn?.toString() });
        return { name: removed.name, undoId: removed.undoId };
      },
      holds: async () => (await orMissing(thing.read(context, id))) === undefined,
    });
    setFlash('success', thing.deleted(t, name), { undoId });
  } catch (error) {
    if (!(error instanceof DomainError) || ![404, 409].includes(error.status)) throw error;
    setFlash('error', await reasonFor(error, context, thing, { id, t }));
  }
  return redirect(returnTo(back?.toString() ?? thing.list), 303);
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
