import type { MouseEvent } from 'react';
import { FormStatus } from '../form/FormStatus.tsx';
import type { IslandForm } from '../form/use-island-form.ts';
import { IN_DIALOG } from '../transaction-form/FormButtons.tsx';
import { useTranslate } from '../use-translate.ts';
import type { Step, WizardProperties } from './wizard-properties.ts';

type ButtonsProperties = Pick<WizardProperties, 'mode' | 'cancelHref' | 'step'> & {
  form: IslandForm;
  conflict: WizardProperties['conflict'];
  /** Shows another step that needs no request. */
  onGo: (step: Step) => void;
  onCancel: (() => void) | undefined;
};

/** The step after each; without scripts it is posted. */
export const NEXT = { setup: 'preview', preview: 'confirm', confirm: 'save' } as const;

const BACK = { setup: null, preview: 'setup', confirm: 'preview' } as const;

/** Next, back and Cancel, below the error of the whole form. */
export function StepButtons({ form, step, conflict, mode, onGo, ...cancelling }: ButtonsProperties) {
  const t = useTranslate();
  const { cancelHref, onCancel } = cancelling;
  const back = BACK[step];
  const cancel = (event: MouseEvent) => {
    if (!onCancel) return;
    event.preventDefault();
    onCancel();
  };
  const unready = form.sending || (step === 'setup' && form.isFaulty);
  return (
    <div className={onCancel && IN_DIALOG}>
      <FormStatus form={form} />
      <div className="button-row">
        <button
          className="button button-primary"
          type="submit"
          name={`step=${NEXT[step]}`}
          aria-disabled={unready || undefined}
          onClick={(event) => goOn(event, step, onGo)}
        >
          <Label step={step} mode={mode} conflict={conflict} sending={form.sending} />
        </button>{' '}
        {back && (
          <button
            className="button"
            type="submit"
            name={`step=${back}`}
            onClick={(event) => {
              event.preventDefault();
              onGo(back);
            }}
          >
            {t('recurring:wizard.back')}
          </button>
        )}{' '}
        <a className="button button-quiet" href={cancelHref} onClick={cancel}>
          {t('transactions:form.cancel')}
        </a>
      </div>
    </div>
  );
}

/** From the preview to the confirmation no request is needed. */
export function goOn(event: MouseEvent, step: Step, onGo: (step: Step) => void): void {
  if (step !== 'preview') return;
  event.preventDefault();
  onGo('confirm');
}

function Label({
  step,
  mode,
  conflict,
  sending,
}: Pick<ButtonsProperties, 'step' | 'mode' | 'conflict'> & { sending: boolean }) {
  const t = useTranslate();
  if (step === 'preview') return t('recurring:wizard.toConfirm');
  if (step === 'confirm') {
    if (sending) return t('transactions:form.saving');
    if (mode === 'edit' && conflict !== 'gone')
      return t(conflict ? 'transactions:conflict.saveMine' : 'transactions:form.saveChanges');
    return t('recurring:wizard.create');
  }
  return (
    <>
      <span className="when-repeats">{t('recurring:wizard.toPreview')}</span>{' '}
      <span className="when-once">{t('transactions:form.save')}</span>
    </>
  );
}
