import type { MouseEvent } from 'react';
import { FormFault } from './FormFault.tsx';
import type { TransactionFormProperties } from './form-properties.ts';
import { useSay } from './say.ts';
import type { TransactionFormState } from './use-transaction-form.ts';

type ButtonsProperties = Pick<TransactionFormProperties, 'mode' | 'meanwhile' | 'cancelHref'> & {
  form: TransactionFormState;
  onCancel: (() => void) | undefined;
};

// A dialog scrolls: Save and what went wrong stay in sight where that leaves room for the fields.
export const IN_DIALOG =
  'stack bg-surface py-4 -mb-6 [@media(min-height:45rem)]:sticky [@media(min-height:45rem)]:-bottom-6';

/** Save and Cancel, below what went wrong with the whole form. */
export function FormButtons({ form, mode, meanwhile, cancelHref, onCancel }: ButtonsProperties) {
  const say = useSay();
  const cancel = (event: MouseEvent) => {
    if (!onCancel) return;
    event.preventDefault();
    onCancel();
  };
  // Still to be pressed: whoever does hears what is wrong and where.
  const unready = form.sending || form.isFaulty;
  return (
    <div className={onCancel ? IN_DIALOG : 'stack'}>
      <FormFault form={form} />
      <div className="button-row">
        <button className="button button-primary" type="submit" aria-disabled={unready || undefined}>
          {say(form.sending ? 'transactions:form.saving' : saveLabel(mode, meanwhile))}
        </button>
        <a className="button button-quiet" href={cancelHref} onClick={cancel}>
          {say('transactions:form.cancel')}
        </a>
      </div>
    </div>
  );
}

function saveLabel(mode: ButtonsProperties['mode'], meanwhile: ButtonsProperties['meanwhile']): string {
  if (meanwhile === 'gone') return 'transactions:meanwhile.saveAsNew';
  if (meanwhile) return 'transactions:meanwhile.saveMine';
  return mode === 'edit' ? 'transactions:form.saveChanges' : 'transactions:form.save';
}
