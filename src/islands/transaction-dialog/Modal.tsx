import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import { useTranslate } from '../use-translate.ts';

interface ModalProperties {
  title: string;
  size?: 'large' | undefined;
  opener: HTMLElement | undefined;
  leaving: Leaving;
  /** The person wants to close it. */
  onClose: () => void;
  children: ReactNode;
}

/** A native modal dialog with its title and a visible way out; open as long as it is rendered. */
export function Modal({ title, size, opener, leaving, onClose, children }: ModalProperties) {
  const t = useTranslate();
  const titleId = useId();
  const dialog = useRef<HTMLDialogElement>(null);

  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => {
      element?.close();
      // Once a question above it is gone as well: until then nothing below can take the focus.
      queueMicrotask(() => opener?.isConnected && opener.focus());
    };
  }, [opener]);

  const leaveOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    onClose();
  };
  // A browser closes it against our will at a second request: what was typed is more than its rule.
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
        {children}
      </dialog>
      {leaving.asking && <DiscardQuestion onStay={leaving.stay} onDiscard={leaving.discard} />}
    </>
  );
}

interface QuestionProperties {
  onStay: () => void;
  onDiscard: () => void;
}

// Asks whether what was typed may be lost; Escape and the first button keep it.
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

  // The browser reports its own closing too late for whoever presses Escape twice.
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

export type Leaving = ReturnType<typeof useLeaving>;

/** Asks before what was typed would be lost. */
export function useLeaving() {
  const isDirty = useRef(false);
  const [next, setNext] = useState<(() => void) | null>(null);
  return {
    /** A form notes here whether it holds changes. */
    noteDirty(now: boolean) {
      isDirty.current = now;
    },
    /** Does what would leave the form, at once or after the person agreed. */
    leave(step: () => void) {
      if (isDirty.current) setNext(() => step);
      else step();
    },
    asking: next !== null,
    stay: () => setNext(null),
    discard: () => next?.(),
  };
}
