import type { Toast } from './toast.ts';

/** The form that undoes what a message is about, as on a page without scripts; the browser adds the origin itself. */
export function undoForm({ undoId, added }: Toast, word: string): HTMLFormElement | undefined {
  if (!undoId && !added) return undefined;
  const fields: Record<string, string | undefined> = undoId
    ? { undo_id: undoId }
    : { basedOn: added?.basedOn };
  const action = undoId ? '/transactions/restore' : `/${added?.of ?? 'transactions'}/${added?.id}/undo-add`;
  const form = document.createElement('form');
  Object.assign(form, { method: 'post', id: `undo-${undoId ?? added?.id}`, action });
  for (const [name, value] of Object.entries({ ...fields, return: location.pathname + location.search }))
    if (value) form.append(Object.assign(document.createElement('input'), { type: 'hidden', name, value }));
  form.append(smallButton(word));
  return form;
}

export function smallButton(word: string): HTMLButtonElement {
  const button = document.createElement('button');
  button.className = 'button button-small';
  button.textContent = word;
  return button;
}
