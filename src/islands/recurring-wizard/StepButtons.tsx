import type { MouseEvent, ReactNode } from 'react';
import type { TextKey } from '../../i18n/texts.ts';
import { FormStatus } from '../form/FormStatus.tsx';
import type { IslandForm } from '../form/use-island-form.ts';
import { IN_DIALOG } from '../transaction-form/FormButtons.tsx';
import { useTranslate } from '../use-translate.ts';
import type { Step, WizardProperties } from './wizard-properties.ts';

type ButtonsProperties = Pick<WizardProperties, 'mode' | 'conflict' | 'cancelHref'> & {
  form: IslandForm;
  step: Step;
  /** Whether all three steps are shown together. */
  isLive: boolean;
  /** What the first button posts. */
  next: 'preview' | 'save';
  onBack: () => void;
  onCancel: (() => void) | undefined;
  /** What the first button saves, in words, and the choice of how much it changes. */
  children: ReactNode;
};

// Always in view where enough height remains for the fields: Enter in any of them saves.
const ON_PAGE = 'z-1 py-4 -mb-4 bg-surface [@media(min-width:48rem)_and_(min-height:45rem)]:sticky bottom-0';

/** Save or next, back and Cancel, below what is saved and the error of the whole form. */
export function StepButtons({ form, step, isLive, next, children, ...given }: ButtonsProperties) {
  const t = useTranslate();
  const { onBack, onCancel } = given;
  const cancel = (event: MouseEvent) => {
    if (!onCancel) return;
    event.preventDefault();
    onCancel();
  };
  const unready = form.sending || (step === 'setup' && form.isFaulty);
  return (
    <div className={onCancel ? IN_DIALOG : isLive ? ON_PAGE : undefined}>
      {children}
      <FormStatus form={form} />
      <div className="button-row">
        <button
          className="button button-primary"
          type="submit"
          name={`step=${next}`}
          aria-disabled={unready || undefined}
        >
          <Label {...given} sending={form.sending} step={step} isLive={isLive} />
        </button>{' '}
        {step === 'preview' && (
          <button
            className="button"
            type="submit"
            name="step=setup"
            onClick={(event) => {
              event.preventDefault();
              onBack();
            }}
          >
            {t('recurring:wizard.back')}
          </button>
        )}{' '}
        <a className="button button-quiet" href={given.cancelHref} onClick={cancel}>
          {t('transactions:form.cancel')}
        </a>
      </div>
    </div>
  );
}

type LabelProperties = Pick<ButtonsProperties, 'mode' | 'conflict' | 'step' | 'isLive'> & {
  sending: boolean;
};

function Label({ mode, conflict, step, isLive, sending }: LabelProperties) {
  const t = useTranslate();
  const save = saveLabel(mode, conflict);
  if (sending) return t('transactions:form.saving');
  if (step === 'preview') return t(save);
  return (
    <>
      <span className="when-repeats">{t(isLive ? save : 'recurring:wizard.toPreview')}</span>{' '}
      <span className="when-once">{t('transactions:form.save')}</span>
    </>
  );
}

function saveLabel(mode: LabelProperties['mode'], conflict: LabelProperties['conflict']): TextKey {
  if (mode !== 'edit' || conflict === 'gone') return 'recurring:wizard.create';
  return conflict ? 'transactions:conflict.saveMine' : 'transactions:form.saveChanges';
}
