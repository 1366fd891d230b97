import { useSay } from './say.ts';
import { useFocusOnArrival } from './use-focus-on-arrival.ts';

interface FailureProperties {
  message: string;
  page: string;
  onRetry: () => void;
}

/** Says why the dialog cannot show what was asked for, and leaves two ways on. */
export function FailurePanel({ message, page, onRetry }: FailureProperties) {
  const say = useSay();
  const again = useFocusOnArrival<HTMLButtonElement>();
  return (
    <div className="dialog-body">
      <p className="flash flash-error" role="alert">
        {say(message)}
      </p>
      <div className="button-row">
        <button className="button button-primary" type="button" ref={again} onClick={onRetry}>
          {say('transactions:dialog.retry')}
        </button>
        <a className="button button-quiet" href={page}>
          {say('transactions:dialog.openPage')}
        </a>
      </div>
    </div>
  );
}
