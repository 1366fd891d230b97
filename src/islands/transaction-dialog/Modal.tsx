import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import { coverPage, uncoverPage } from '../../browser/core/dialog/over-page.ts';
import { useTranslate } from '../use-translate.ts';
import { LoadingAnnouncer } from './Loading.tsx';

interface ModalProperties {
  title: string;
  size?: 'large' | undefined;
  opener: HTMLElement | undefined;
  /** The dialog in whose place it appears. */
  shell: HTMLDialogElement | undefined;
  leaving: Leaving;
  /** The person wants to close the dialog. */
  onClose: () => void;
  children: ReactNode;
}

/** A native modal dialog with its title and a visible button to close it; open as long as it is rendered. */
export function Modal({ title, size, opener, shell, leaving, onClose, children }: ModalProperties) {
  const t = useTranslate();
  const titleId = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  // The page behind may have been replaced, and the opener with it.
  const returnTo = useRef(opener);
  useLayoutEffect(() => {
    returnTo.current = opener;
  }, [opener]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: it opens once, whatever is shown in it.
  useLayoutEffect(() => {
    const element = dialog.current;
    if (element) openInPlace(element, shell);
    coverPage();
    return () => {
      element?.close();
      uncoverPage();
      // Once a question above it is gone as well: until then nothing below can get the focus.
      queueMicrotask(() => returnTo.current && focusOpener(returnTo.current));
    };
  }, []);

  const leaveOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    onClose();
  };
  // Browsers close a dialog at a second request although the first was prevented: unsaved values matter more than that
  // rule.
  const reopen = () => {
    if (!dialog.current?.isConnected) return;
    dialog.current.showModal();
    onClose();
  };

  return (
    <>
      <dialog
        className={size ? `dialog dialog-${size}` : 'dialog'}
        aria-labelledby={titleId}
        ref={dialog}
        onKeyDown={leaveOnEscape}
        onCancel={(event) => {
          event.preventDefault();
          onClose();
        }}
        onClose={reopen}
      >
        <div className="dialog-header">
          <h2 id={titleId}>{title}</h2>
          <button className="button button-icon" type="button" onClick={onClose}>
            <span aria-hidden="true">×</span>
            <span className="visually-hidden">{t('transactions:dialog.close')}</span>
          </button>
        </div>
        <LoadingAnnouncer>{children}</LoadingAnnouncer>
      </dialog>
      {leaving.asking && <DiscardQuestion onStay={leaving.stay} onDiscard={leaving.discard} />}
    </>
  );
}

// The same field has the focus as in the shell, without a moment in which the keyboard of a phone would close.
function openInPlace(dialog: HTMLDialogElement, shell: HTMLDialogElement | undefined): void {
  const name = shell?.querySelector<HTMLInputElement>(':focus')?.name;
  const field = name && dialog.querySelector<HTMLElement>(`[name="${name}"]`);
  if (field) field.autofocus = true;
  dialog.showModal();
  shell?.remove();
}

// What is in a menu that has closed cannot get the focus, but the menu's button can.
function focusOpener(opener: HTMLElement): void {
  // The page has not moved behind the dialog, and what is fixed to the screen must not move it.
  const inPlace = { preventScroll: true };
  opener.focus(inPlace);
  if (document.activeElement !== opener) opener.closest('details')?.querySelector('summary')?.focus(inPlace);
}

interface QuestionProperties {
  onStay: () => void;
  onDiscard: () => void;
}

// Asks whether unsaved values may be discarded; Escape and the first button go back to them.
function DiscardQuestion({ onStay, onDiscard }: QuestionProperties) {
  const t = useTranslate();
  const titleId = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const stay = useRef<HTMLButtonElement>(null);

  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    stay.current?.focus();
    return () => element?.close();
  }, []);

  // Browsers report their own closing too late for a person who presses Escape twice.
  const stayOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    onStay();
  };

  return (
    <dialog
      className="dialog dialog-small"
      role="alertdialog"
      aria-labelledby={titleId}
      ref={dialog}
      onClose={onStay}
      onKeyDown={stayOnEscape}
    >
      <div className="dialog-header">
        <h2 id={titleId}>{t('transactions:dialog.discardQuestion')}</h2>
      </div>
      <div className="dialog-footer">
        <button className="button button-primary" type="button" ref={stay} onClick={onStay}>
          {t('transactions:dialog.keepEditing')}
        </button>
        <button className="button button-danger" type="button" onClick={onDiscard}>
          {t('transactions:dialog.discard')}
        </button>
      </div>
    </dialog>
  );
}

const warn = (event: Event) => event.preventDefault();

export type Leaving = ReturnType<typeof useLeaving>;

/** Asks before unsaved values are discarded. */
export function useLeaving() {
  const isDirty = useRef(false);
  const [next, setNext] = useState<(() => void) | null>(null);
  return {
    /** Called by a form when it begins or ceases to have unsaved changes. */
    noteDirty(now: boolean) {
      if (now === isDirty.current) return;
      isDirty.current = now;
      // A permanent listener would exclude the page from the back-forward cache.
      if (now) addEventListener('beforeunload', warn);
      else removeEventListener('beforeunload', warn);
    },
    /** Leaves the form, at once or after the person agreed. */
    leave(step: () => void) {
      if (isDirty.current) setNext(() => step);
      else step();
    },
    asking: next !== null,
    stay: () => setNext(null),
    discard: () => next?.(),
  };
}
