import { type MouseEvent, type ReactNode, useEffect, useState } from 'react';
import { GO_ON } from '../../browser/core/forms/form-values.ts';
import { isUnanswered } from '../../browser/core/request/failures.ts';
import { messageText } from '../../browser/core/texts/translate.ts';
import { GENERAL_FAILURES } from '../../i18n/error-catalogue.ts';
import { useFormContext, useFormValues } from '../form/island-form.tsx';
import { useTranslate } from '../hooks.ts';

interface FootProperties {
  className?: string | undefined;
  /** Content that must be visible when the form is sent. */
  above: ReactNode;
  cancelClass?: string | undefined;
  children: ReactNode;
}

export function FormFoot({ className, above, cancelClass = '', children }: FootProperties) {
  const { t, cancelHref, onCancel } = useFormContext();
  const cancel = (event: MouseEvent) => {
    if (!onCancel) return;
    event.preventDefault();
    onCancel();
  };
  return (
    <div className={onCancel ? 'dialog-foot' : className}>
      {above}
      <FormStatus />
      <div className="button-row">
        {children}{' '}
        <a className={`button button-quiet ${cancelClass}`.trim()} href={cancelHref} onClick={cancel}>
          {t('transactions:form.cancel')}
        </a>
      </div>
    </div>
  );
}

/** After how long, in ms, a message says that a request takes unusually long. */
const LATE_AFTER = 30_000;

function FormStatus() {
  const { t, error, sending } = useFormContext();
  return (
    <div className="[&_.flash]:mb-6">
      <div role="alert">
        {error && (
          <p className="flash flash-error">
            {messageText(t, error)} {isUnanswered(error) && t('transactions:form.inputStays')}
          </p>
        )}
      </div>
      <LateNotice waiting={sending} />
    </div>
  );
}

/** Shown in the form, because a toast would be behind the dialog. */
export function LateNotice({ waiting }: { waiting: boolean }) {
  const t = useTranslate();
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!waiting) return;
    const timer = setTimeout(() => setLate(true), LATE_AFTER);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [waiting]);
  return <div aria-live="polite">{late && <p className="flash">{t(GENERAL_FAILURES.LATE)}</p>}</div>;
}

export function FormButtons({ children }: { children?: ReactNode }) {
  const form = useFormContext();
  const { t, mode, conflict } = form;
  const isInvalid = !form.accepts(useFormValues());
  // Not disabled: pressing it shows the errors and where they are.
  const unready = form.sending || form.isInvalid || (form.isReady && isInvalid) || undefined;
  const label =
    conflict === 'gone'
      ? 'transactions:conflict.saveAsNew'
      : conflict
        ? 'transactions:conflict.saveMine'
        : mode === 'edit'
          ? 'transactions:form.saveChanges'
          : 'transactions:form.save';
  return (
    <FormFoot
      above={<div className="foot-scopes">{children}</div>}
      // On a phone the close button of the dialog is enough.
      cancelClass={form.onCancel && 'max-sm:hidden'}
    >
      {/* As wide as what it says while it saves, so that the buttons do not wrap then on a phone. */}
      <button className="button button-primary max-sm:px-3 min-w-24" type="submit" aria-disabled={unready}>
        {t(form.sending ? 'transactions:form.saving' : label)}
      </button>
      {mode === 'create' && !conflict && (
        <>
          {' '}
          <button
            className="button max-sm:px-3 max-sm:text-sm"
            type="submit"
            name={`${GO_ON}=true`}
            aria-disabled={unready}
          >
            {t('transactions:form.saveAnother')}
          </button>
        </>
      )}
      {conflict && conflict !== 'gone' && conflict.saved && (
        <>
          {' '}
          <button className="button" type="submit" name="another=true">
            {t('transactions:conflict.saveAsNew')}
          </button>
        </>
      )}
    </FormFoot>
  );
}
