import { type KeyboardEvent, useId, useLayoutEffect, useRef } from 'react';
import { useSay } from './say.ts';

interface QuestionProperties {
  onStay: () => void;
  onDiscard: () => void;
}

/** Asks whether what was typed may be lost; Escape and the first button keep it. */
export function DiscardQuestion({ onStay, onDiscard }: QuestionProperties) {
  const say = useSay();
  const titleId = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const stay = useRef<HTMLButtonElement>(null);

  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    stay.current?.focus();
    return () => element?.close();
  }, []);

  // The browser tells of its own closing too late for whoever presses Escape twice.
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
        <h2 id={titleId}>{say('transactions:dialog.discardQuestion')}</h2>
      </div>
      <div className="dialog-footer">
        <button className="button button-primary" type="button" ref={stay} onClick={onStay}>
          {say('transactions:dialog.keepEditing')}
        </button>
        <button className="button button-danger" type="button" onClick={onDiscard}>
          {say('transactions:dialog.discard')}
        </button>
      </div>
    </dialog>
  );
}
