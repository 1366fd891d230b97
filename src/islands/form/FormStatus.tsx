import { useEffect, useState } from 'react';
import { isUnanswered } from '../../browser/core/request/failures.ts';
import { messageText } from '../../browser/core/texts/translate.ts';
import { GENERAL_FAILURES } from '../../i18n/error-catalogue.ts';
import { useTranslate } from '../hooks.ts';
import { useFormContext } from './island-form.tsx';

/** After how long, in ms, a message says that a request takes unusually long. */
const LATE_AFTER = 30_000;

export function FormStatus() {
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
