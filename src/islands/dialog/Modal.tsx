import { type ReactNode, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { confirmFirst, drawDialog, guardDialog } from '../../browser/core/dialog/dialog.ts';
import type { DialogSettings } from '../../browser/core/page/dialog-settings.ts';
import type { Texts } from '../../browser/core/texts/translate.ts';
import type { Locale } from '../../i18n/locales.ts';
import { type DialogOutcome, type DialogRequest, pageOf } from '../../stores/transaction-dialog.ts';
import { useTranslate } from '../hooks.ts';
import { LoadingAnnouncer } from './StatePanels.tsx';

interface ModalProperties {
  title: string;
  isLarge: boolean;
  request: DialogRequest;
  leaving: Leaving;
  onClose: () => void;
  children: ReactNode;
}

/** The dialog, open as long as it is rendered: in the shell that has answered the press, or a new one. */
export function Modal({ title, isLarge, request, leaving, onClose, children }: ModalProperties) {
  const t = useTranslate();
  const { opener, shell } = request;
  const [element] = useState(() => shell?.dialog ?? drawDialog('<h2></h2>', t('transactions:dialog.close')));
  const current = useEffectEvent(() => ({ opener, onClose }));

  useLayoutEffect(() => {
    const heading = element.querySelector('h2');
    if (heading) heading.textContent = title;
    element.ariaLabel = title;
    element.classList.toggle('dialog-large', isLarge);
  }, [element, title, isLarge]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: it opens once, whatever is shown in it.
  useLayoutEffect(() => {
    shell?.handOver();
    if (!shell) document.getElementById('transaction-dialog')?.append(element);
    const dialog = guardDialog(element, {
      opener: () => current().opener,
      unsaved: leaving.unsaved,
      onLeave: () => current().onClose(),
    });
    dialog.show();
    // The same field gets the focus at once, so that the keyboard of a phone does not close.
    const name = shell?.fields.querySelector<HTMLInputElement>(':focus')?.name;
    if (name) element.querySelector<HTMLElement>(`form [name="${name}"]`)?.focus();
    shell?.fields.remove();
    return dialog.close;
  }, []);

  return createPortal(<LoadingAnnouncer>{children}</LoadingAnnouncer>, element);
}

type Leaving = ReturnType<typeof useLeaving>;

export interface PanelProperties {
  request: DialogRequest;
  settings: DialogSettings;
  /** The dialog's own texts. */
  texts: Texts;
  leaving: Leaving;
  onSaved: (outcome: DialogOutcome) => void;
  onCancel: () => void;
}

export function useLeaving() {
  const t = useTranslate();
  const isDirty = useRef(false);
  const unsaved = () =>
    isDirty.current
      ? {
          question: t('transactions:dialog.discardQuestion'),
          stay: t('transactions:dialog.keepEditing'),
          discard: t('transactions:dialog.discard'),
        }
      : undefined;
  return {
    unsaved,
    noteDirty(now: boolean) {
      isDirty.current = now;
    },
    leave: (step: () => void) => confirmFirst(unsaved(), step),
  };
}

export function formInDialog({ request, settings, texts, leaving, onCancel }: PanelProperties) {
  const { language, preferences, currency } = settings;
  return {
    idPrefix: 'dialog-',
    action: pageOf(request),
    csrf: '',
    errors: {},
    texts,
    language: language as Locale,
    writing: { ...preferences, currency },
    cancelHref: location.pathname,
    onDirty: leaving.noteDirty,
    onCancel,
  };
}
