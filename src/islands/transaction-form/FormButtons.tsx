import type { MouseEvent, ReactNode } from 'react';
import type { TextKey } from '../../i18n/texts.ts';
import { FormStatus } from '../form/FormStatus.tsx';
import { type IslandForm, useFormValues } from '../form/use-island-form.ts';
import { useTranslate } from '../hooks.ts';
import type { TransactionFormProperties } from './form-properties.ts';

interface FootProperties {
  form: IslandForm;
  className?: string | undefined;
  /** Content that must be visible when the form is sent. */
  above: ReactNode;
  cancelHref: string;
  cancelClass?: string | undefined;
  onCancel: (() => void) | undefined;
  children: ReactNode;
}

// In a dialog, which scrolls, Save and the error are sticky if enough height remains for the fields.
const IN_DIALOG =
  'bg-surface py-4 -mb-6 [@media(min-height:45rem)]:sticky [@media(min-height:45rem)]:-bottom-6';

export function FormFoot({ form, className, above, cancelHref, onCancel, ...rest }: FootProperties) {
  const t = useTranslate();
  const cancel = (event: MouseEvent) => {
    if (!onCancel) return;
    event.preventDefault();
    onCancel();
  };
  return (
    <div className={onCancel ? IN_DIALOG : className}>
      {above}
      <FormStatus form={form} />
      <div className="button-row">
        {rest.children}{' '}
        <a
          className={`button button-quiet ${rest.cancelClass ?? ''}`.trim()}
          href={cancelHref}
          onClick={cancel}
        >
          {t('transactions:form.cancel')}
        </a>
      </div>
    </div>
  );
}

type ButtonsProperties = Pick<TransactionFormProperties, 'mode' | 'conflict' | 'cancelHref'> &
  Pick<FootProperties, 'form' | 'onCancel'> & {
    children?: ReactNode;
  };

/** The name of the button that saves and starts the next transaction. */
export const GO_ON = 'go_on';

export function FormButtons({ form, mode, conflict, children, ...foot }: ButtonsProperties) {
  const t = useTranslate();
  const isInvalid = !form.accepts(useFormValues(form));
  // Not disabled: pressing it shows the errors and where they are.
  const unready = form.sending || form.isInvalid || (form.isReady && isInvalid) || undefined;
  return (
    <FormFoot
      {...foot}
      form={form}
      above={<div className="foot-scopes">{children}</div>}
      // On a phone the close button of the dialog is enough.
      cancelClass={foot.onCancel && 'max-sm:hidden'}
    >
      <button className="button button-primary max-sm:px-3" type="submit" aria-disabled={unready}>
        {t(form.sending ? 'transactions:form.saving' : saveLabel(mode, conflict))}
      </button>
      {mode === 'create' && !conflict && (
        <>
          {' '}
          <button className="button max-sm:px-3" type="submit" name={`${GO_ON}=true`} aria-disabled={unready}>
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

function saveLabel(mode: ButtonsProperties['mode'], conflict: ButtonsProperties['conflict']): TextKey {
  if (conflict === 'gone') return 'transactions:conflict.saveAsNew';
  if (conflict) return 'transactions:conflict.saveMine';
  return mode === 'edit' ? 'transactions:form.saveChanges' : 'transactions:form.save';
}
