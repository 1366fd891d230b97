import { useSay } from './say.ts';
import { useFocusOnArrival } from './use-focus-on-arrival.ts';

/** Says that it is done. */
export function SuccessPanel({ message, onClose }: { message: string; onClose: () => void }) {
  const say = useSay();
  const close = useFocusOnArrival<HTMLButtonElement>();
  return (
    <div className="dialog-body">
      <p className="success-panel" role="status">
        <span aria-hidden="true">✓</span>
        {message}
      </p>
      <button className="button" type="button" ref={close} onClick={onClose}>
        {say('transactions:dialog.done')}
      </button>
    </div>
  );
}
