import { useState } from 'react';
import { readAmountText } from '../../domain/amount-text.ts';
import { parseAmount } from '../../domain/money.ts';
import type { WizardInput } from '../../domain/recurring/form/schema.ts';
import type { CategoryChoice } from '../../stores/categories.ts';
import { FormTabs, type Kind } from '../transaction/FormTabs.tsx';
import { SayContext, speaker } from '../transaction/say.ts';
import type { Save } from '../transaction/use-transaction-form.ts';
import { ConfirmStep } from './ConfirmStep.tsx';
import { PreviewStep } from './PreviewStep.tsx';
import { SetUpStep } from './SetUpStep.tsx';
import { goOn, NEXT, StepButtons } from './StepButtons.tsx';
import { TemplateMeanwhile } from './TemplateMeanwhile.tsx';
import { useWizard } from './use-wizard.ts';
import { WizardSteps } from './WizardSteps.tsx';
import type { Step, WizardProperties } from './wizard-properties.ts';

interface DialogExtras {
  /** Put before the id of each field, where two forms may be on one page. */
  idPrefix?: string;
  onSave?: Save<WizardInput>;
  onCancel?: () => void;
  onSwitch?: (kind: Kind) => void;
  /** Takes the version that somebody else saved meanwhile. */
  onTake?: () => void;
}

/** Sets up something recurring in three steps: plain HTML from the server, improved where the island is loaded. */
export function RecurringWizard(properties: WizardProperties & DialogExtras) {
  const { mode, texts, language, writing, idPrefix = '', meanwhile, onSave } = properties;
  const [made, setMade] = useState<CategoryChoice[]>([]);
  const categories = [...properties.categories, ...made];
  const [say] = useState(() => speaker(texts, language));
  const wizard = useWizard({ ...properties, idPrefix, onSave, say });
  const { form, step, preview, values, scope } = wizard;
  const means = { say, language, writing, categories };
  const amount = minorOf(values.amount, writing.decimal_separator);
  const shared = { preview, values, amount, scope, means };
  const Title = onSave ? 'h3' : 'h2';
  return (
    <SayContext value={say}>
      <FormTabs current="recurring" locked={mode === 'edit'} onSwitch={properties.onSwitch} />
      <TemplateMeanwhile
        {...means}
        form={form}
        values={properties.values}
        meanwhile={meanwhile}
        takeHref={properties.action}
        onTake={properties.onTake}
      />
      <form
        className="form wizard"
        ref={form.element}
        method="post"
        action={properties.action}
        noValidate
        data-warn-unsaved={onSave ? undefined : true}
        onSubmit={form.submit}
        onChange={wizard.forgive}
      >
        <HiddenFields {...properties} step={step} next={say('recurring:wizard.toConfirm')} onGo={wizard.go} />
        <WizardSteps current={step} />
        <Title className="wizard-title when-repeats" id={`${idPrefix}step-title`} tabIndex={-1}>
          {say(`recurring:wizard.title.${step}`)}
        </Title>
        <div className="form" hidden={step !== 'setup'}>
          <SetUpStep
            {...properties}
            form={form}
            categories={categories}
            onMade={(category) => setMade((before) => [...before, category])}
            idPrefix={idPrefix}
            inDialog={Boolean(onSave)}
          />
        </div>
        {step === 'preview' && preview && (
          <PreviewStep
            {...shared}
            preview={preview}
            isStopped={properties.isStopped}
            onScope={wizard.setScope}
            idPrefix={idPrefix}
          />
        )}
        {step === 'confirm' && preview && <ConfirmStep {...shared} preview={preview} />}
        {!(step === 'preview' && preview?.scopes) && <input type="hidden" name="scope" value={scope} />}
        <StepButtons
          form={form}
          step={step}
          mode={mode}
          meanwhile={meanwhile}
          cancelHref={properties.cancelHref}
          onGo={wizard.go}
          onCancel={properties.onCancel}
        />
      </form>
    </SayContext>
  );
}

function minorOf(amount: string, mark: '.' | ','): number {
  const read = parseAmount(readAmountText(amount, mark));
  return 'minor' in read ? Math.abs(read.minor) : 0;
}

type HiddenProperties = Pick<WizardProperties, 'csrf' | 'formKey' | 'basedOn' | 'step'> & {
  next: string;
  onGo: (step: Step) => void;
};

function HiddenFields({ csrf, formKey, basedOn, step, next, onGo }: HiddenProperties) {
  return (
    <>
      {/* Enter presses a form's first button: without this one it would be a preset. */}
      <button
        className="visually-hidden"
        type="submit"
        name="step"
        value={NEXT[step]}
        tabIndex={-1}
        aria-hidden="true"
        onClick={(event) => goOn(event, step, onGo)}
      >
        {next}
      </button>
      <input type="hidden" name="_csrf" value={csrf} />
      {formKey && <input type="hidden" name="_key" value={formKey} />}
      {basedOn && <input type="hidden" name="basedOn" value={basedOn} />}
    </>
  );
}
