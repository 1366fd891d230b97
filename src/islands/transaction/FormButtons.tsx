import type { MouseEvent } from 'react';
import type { TransactionFormProperties } from './form-properties.ts';
import { useSay } from './say.ts';
import type { TransactionFormState } from './use-transaction-form.ts';

interface ButtonsProperties {
  form: TransactionFormState;
  mode: TransactionFormProperties['mode'];
  cancelHref: string;
  onCancel: (() => void) | undefined;
}

// A dialog scrolls: Save and what went wrong stay in sight where that leaves room for the fields.
const IN_DIALOG =
  'stack bg-surface py-4 -mb-6 [@media(min-height:45rem)]:sticky [@media(min-height:45rem)]:-bottom-6';

/** Save and Cancel, below what went wrong with the whole form. */
export function FormButtons({ form, mode, cancelHref, onCancel }: ButtonsProperties) {
  const say = useSay();
  const cancel = (event: MouseEvent) => {
    if (!onCancel) return;
    event.preventDefault();
    onCancel();
  };
  const label = mode === 'edit' ? 'transactions:form.saveChanges' : 'transactions:form.save';
  return (
    <div className={onCancel ? IN_DIALOG : 'stack'}>
      <div role="alert">{form.fault && <p className="flash flash-error">{say(form.fault)}</p>}</div>
      <div className="button-row">
        <button className="button button-primary" type="submit" aria-disabled={form.sending || undefined}>
          {say(form.sending ? 'transactions:form.saving' : label)}
        </button>
        <a className="button button-quiet" href={cancelHref} onClick={cancel}>
          {say('transactions:form.cancel')}
        </a>
      </div>
    </div>
  );
}
