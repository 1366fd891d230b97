import type { MouseEvent } from 'react';
import { IN_DIALOG } from '../transaction/FormButtons.tsx';
import { FormFault } from '../transaction/FormFault.tsx';
import { useSay } from '../transaction/say.ts';
import type { TransactionFormState } from '../transaction/use-transaction-form.ts';
import type { Step, WizardProperties } from './wizard-properties.ts';

type ButtonsProperties = Pick<WizardProperties, 'mode' | 'cancelHref' | 'step'> & {
  form: TransactionFormState;
  meanwhile: WizardProperties['meanwhile'];
  /** Shows another step that needs nothing from the server. */
  onGo: (step: Step) => void;
  onCancel: (() => void) | undefined;
};

/** Where the main button of a step leads; without scripts the server is told so. */
export const NEXT = { setup: 'preview', preview: 'confirm', confirm: 'save' } as const;

const BACK = { setup: null, preview: 'setup', confirm: 'preview' } as const;

/** On, back and Cancel, below what went wrong with the whole form. */
export function StepButtons({ form, step, meanwhile, mode, onGo, ...cancelling }: ButtonsProperties) {
  const say = useSay();
  const { cancelHref, onCancel } = cancelling;
  const back = BACK[step];
  const cancel = (event: MouseEvent) => {
    if (!onCancel) return;
    event.preventDefault();
    onCancel();
  };
  const unready = form.sending || (step === 'setup' && form.isFaulty);
  return (
    <div className={onCancel ? IN_DIALOG : 'stack'}>
      <FormFault form={form} />
      <div className="button-row">
        <button
          className="button button-primary"
          type="submit"
          name="step"
          value={NEXT[step]}
          aria-disabled={unready || undefined}
          onClick={(event) => goOn(event, step, onGo)}
        >
          <Label step={step} mode={mode} meanwhile={meanwhile} sending={form.sending} />
        </button>
        {back && (
          <button
            className="button"
            type="submit"
            name="step"
            value={back}
            onClick={(event) => {
              event.preventDefault();
              onGo(back);
            }}
          >
            {say('recurring:wizard.back')}
          </button>
        )}
        <a className="button button-quiet" href={cancelHref} onClick={cancel}>
          {say('transactions:form.cancel')}
        </a>
      </div>
    </div>
  );
}

/** From the preview to the last question nothing has to be asked of the server. */
export function goOn(event: MouseEvent, step: Step, onGo: (step: Step) => void): void {
  if (step !== 'preview') return;
  event.preventDefault();
  onGo('confirm');
}

function Label({
  step,
  mode,
  meanwhile,
  sending,
}: Pick<ButtonsProperties, 'step' | 'mode' | 'meanwhile'> & { sending: boolean }) {
  const say = useSay();
  if (step === 'preview') return say('recurring:wizard.toConfirm');
  if (step === 'confirm') {
    if (sending) return say('transactions:form.saving');
    if (mode === 'edit' && meanwhile !== 'gone')
      return say(meanwhile ? 'transactions:meanwhile.saveMine' : 'transactions:form.saveChanges');
    return say('recurring:wizard.create');
  }
  return (
    <>
      <span className="when-repeats">{say('recurring:wizard.toPreview')}</span>
      <span className="when-once">{say('transactions:form.save')}</span>
    </>
  );
}
