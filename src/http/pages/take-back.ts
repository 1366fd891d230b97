import type { APIContext } from 'astro';
import type { SignedIn } from '../../domain/context.ts';
import { DomainError } from '../../domain/error.ts';
import type { Translate } from '../../i18n/translate.ts';
import { returnTo } from './return-to.ts';
import { doOnce, pageContext } from './submit.ts';

/** What the button beside a thing that was just added takes back. */
interface TakeBack {
  /** The address of its list, shown where the page of the button is unknown. */
  list: string;
  /** Deletes it. @throws DomainError 404 when it is gone, 409 when it was changed since */
  remove(
    context: SignedIn,
    thing: { id: string; basedOn?: string | undefined },
  ): Promise<{ name: string; undoId: string }>;
  /** Its present name, if it is still there. */
  nameOf(context: SignedIn, id: string): Promise<string | undefined>;
  /** What to say when it was deleted, and when it had been before. */
  deleted(t: Translate, name: string): string;
  gone(t: Translate): string;
}

/** Deletes what was just added and returns to the page of the button, unless it was changed since. */
export async function takeBack(page: APIContext, thing: TakeBack): Promise<Response> {
  const { locals, params, redirect } = page;
  const { t, form, setFlash } = locals;
  const context = pageContext({ locals });
  const id = params.id ?? '';
  const { return: back, basedOn } = Object.fromEntries(form ?? []);
  try {
    const { name, undoId } = await doOnce(page, context, async (inside) => {
      const removed = await thing.remove(inside, { id, basedOn: basedOn?.toString() });
      return { name: removed.name, undoId: removed.undoId };
    });
    setFlash('success', thing.deleted(t, name), { undoId });
  } catch (error) {
    if (!(error instanceof DomainError) || ![404, 409].includes(error.status)) throw error;
    const name = error.status === 409 ? await thing.nameOf(context, id) : undefined;
    setFlash('error', name === undefined ? thing.gone(t) : t('transactions:takeBack.changed', { name }));
  }
  return redirect(returnTo(back?.toString() ?? thing.list), 303);
}
