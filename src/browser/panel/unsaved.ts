import { askInPanel } from '../core/page/parts.ts';

/** Unsaved values in a panel's `form[data-warn-unsaved]`; the form carries the texts of the question. */
export interface Unsaved {
  /** Notes that another page is shown; values that come back from a refused save are unsaved too. */
  begin(isRefused: boolean): void;
  /** Continues at once, or after the person agreed to discard the values. */
  leave(goOn: () => void): void;
  end(): void;
}

/** Watches the form in a panel, whichever it is. */
export function watchUnsaved(dialog: HTMLDialogElement): Unsaved {
  let start: string | undefined;
  const form = () => dialog.querySelector<HTMLFormElement>('form[data-warn-unsaved]');
  const dirtyForm = () => {
    const shown = form();
    return shown && contentOf(shown) !== start ? shown : null;
  };
  const warn = (event: BeforeUnloadEvent) => {
    if (dirtyForm()) event.preventDefault();
  };
  addEventListener('beforeunload', warn);
  // The page's own listener would warn of values that were discarded with the panel.
  dialog.addEventListener('input', (event) => event.stopPropagation());
  return {
    begin(isRefused) {
      const shown = form();
      start = shown && !isRefused ? contentOf(shown) : undefined;
    },
    leave(goOn) {
      const { question = '', stay = '', discard = '' } = dirtyForm()?.dataset ?? {};
      if (question) askInPanel(question, { stay, discard }, goOn);
      else goOn();
    },
    end: () => removeEventListener('beforeunload', warn),
  };
}

function contentOf(form: HTMLFormElement): string {
  const values = [...new FormData(form)].map(([name, value]) => [
    name,
    value instanceof File ? value.name : value,
  ]);
  return JSON.stringify(values.filter(([, value]) => value !== ''));
}
