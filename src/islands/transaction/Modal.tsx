import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { DiscardQuestion } from './DiscardQuestion.tsx';
import { useSay } from './say.ts';
import type { Leaving } from './use-leaving.ts';

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
  const say = useSay();
  const titleId = useId();
  const dialog = useRef<HTMLDialogElement>(null);

  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => {
      element?.close();
      // Once a question that stands above it is gone as well: until then nothing below can take the focus.
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
            <span className="visually-hidden">{say('transactions:dialog.close')}</span>
          </button>
        </div>
        {children}
      </dialog>
      {leaving.asking && <DiscardQuestion onStay={leaving.stay} onDiscard={leaving.discard} />}
    </>
  );
}
