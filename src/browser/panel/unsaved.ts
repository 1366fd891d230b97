import { askInPanel } from './parts.ts';

/** What is typed in a panel's `form[data-warn-unsaved]` and not saved; the form brings the words of the question along. */
export interface Unsaved {
  /** Notes that something new is shown; what comes back from a refused save is not saved either. */
  begin(isRefused: boolean): void;
  /** Continues at once, or after the person agreed to lose what they typed. */
  leave(goOn: () => void): void;
  end(): void;
}

/** Watches the form that a panel shows, whichever that is. */
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
  // The page's own watch would go on warning of what went with the panel.
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
  return JSON.stringify([...new FormData(form)].filter(([, value]) => value !== ''));
}
