import type { MouseEvent, ReactNode } from 'react';
import type { TextKey } from '../../i18n/texts.ts';
import { FormStatus } from '../form/FormStatus.tsx';
import { type IslandForm, useFormValues } from '../form/use-island-form.ts';
import { useTranslate } from '../use-translate.ts';
import type { TransactionFormProperties } from './form-properties.ts';

type ButtonsProperties = Pick<TransactionFormProperties, 'mode' | 'conflict' | 'cancelHref'> & {
  form: IslandForm;
  onCancel: (() => void) | undefined;
  /** What has to be in sight when Save is pressed. */
  children?: ReactNode;
};

/** The name of the button that saves and begins another one. */
export const GO_ON = 'go_on';

// A dialog scrolls: Save and the error are sticky if enough height remains for the fields.
export const IN_DIALOG =
  'bg-surface py-4 -mb-6 [@media(min-height:45rem)]:sticky [@media(min-height:45rem)]:-bottom-6';

export function FormButtons({ form, mode, conflict, cancelHref, onCancel, children }: ButtonsProperties) {
  const t = useTranslate();
  const cancel = (event: MouseEvent) => {
    if (!onCancel) return;
    event.preventDefault();
    onCancel();
  };
  const isInvalid = !form.accepts(useFormValues(form));
  // Not disabled: pressing it shows the errors and where they are.
  const unready = form.sending || form.isFaulty || (form.isReady && isInvalid);
  return (
    <div className={onCancel && IN_DIALOG}>
      <div className="foot-scopes">{children}</div>
      <FormStatus form={form} />
      <div className="button-row">
        <button
          className="button button-primary max-sm:px-3"
          type="submit"
          aria-disabled={unready || undefined}
        >
          {t(form.sending ? 'transactions:form.saving' : saveLabel(mode, conflict))}
        </button>{' '}
        {mode === 'create' && !conflict && (
          <>
            <button
              className="button max-sm:px-3"
              type="submit"
              name={`${GO_ON}=true`}
              aria-disabled={unready || undefined}
            >
              {t('transactions:form.saveAnother')}
            </button>{' '}
          </>
        )}
        {conflict && conflict !== 'gone' && conflict.saved && (
          <>
            <button className="button" type="submit" name="another=true">
              {t('transactions:conflict.saveAsNew')}
            </button>{' '}
          </>
        )}
        <a
          // On a phone the button above that closes the dialog is enough.
          className={onCancel ? 'button button-quiet max-sm:hidden' : 'button button-quiet'}
          href={cancelHref}
          onClick={cancel}
        >
          {t('transactions:form.cancel')}
        </a>
      </div>
    </div>
  );
}

function saveLabel(mode: ButtonsProperties['mode'], conflict: ButtonsProperties['conflict']): TextKey {
  if (conflict === 'gone') return 'transactions:conflict.saveAsNew';
  if (conflict) return 'transactions:conflict.saveMine';
  return mode === 'edit' ? 'transactions:form.saveChanges' : 'transactions:form.save';
}
