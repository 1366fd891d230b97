import { messageText } from '../../browser/core/texts/translate.ts';
import { useFocusOnArrival } from '../form/use-focus-on-arrival.ts';
import { useTranslate } from '../use-translate.ts';
import { Loading } from './Loading.tsx';

/** The panel while something is loading. */
export function LoadingPanel() {
  return <Loading className="dialog-body" />;
}

interface FailureProperties {
  message: string;
  page: string;
  onRetry: () => void;
}

/** Says why the dialog cannot show what was requested, and offers two ways on. */
export function FailurePanel({ message, page, onRetry }: FailureProperties) {
  const t = useTranslate();
  const again = useFocusOnArrival<HTMLButtonElement>();
  return (
    <div className="dialog-body">
      <p className="flash flash-error" role="alert">
        {messageText(t, message)}
      </p>
      <div className="button-row">
        <button className="button button-primary" type="button" ref={again} onClick={onRetry}>
          {t('common:retry')}
        </button>
        <a className="button button-quiet" href={page}>
          {t('transactions:dialog.openPage')}
        </a>
      </div>
    </div>
  );
}

interface SuccessProperties {
  message: string;
  /** Missing where it cannot be undone. */
  onUndo: (() => void) | undefined;
  onClose: () => void;
}

/** The panel after a success. */
export function SuccessPanel({ message, onUndo, onClose }: SuccessProperties) {
  const t = useTranslate();
  const close = useFocusOnArrival<HTMLButtonElement>();
  return (
    <div className="dialog-body">
      <p className="success-panel" role="status">
        <span aria-hidden="true">✓</span>
        {message}
      </p>
      <div className="button-row">
        <button className="button" type="button" ref={close} onClick={onClose}>
          {t('transactions:dialog.done')}
        </button>
        {onUndo && (
          <button className="button button-quiet" type="button" onClick={onUndo}>
            {t('common:undo')}
          </button>
        )}
      </div>
    </div>
  );
}
