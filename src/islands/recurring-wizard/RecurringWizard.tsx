import { useState } from 'react';
import { readAmountText } from '../../domain/amount-text.ts';
import { parseAmount } from '../../domain/money.ts';
import type { WizardInput } from '../../domain/recurring/templates/wizard.schema.ts';
import { INPUTS } from '../../domain/transactions/fields.ts';
import type { CategoryChoice } from '../../stores/categories.ts';
import type { FormField } from '../form/form-values.ts';
import { HiddenFields } from '../form/HiddenFields.tsx';
import type { Save } from '../form/use-island-form.ts';
import { FormTabs, type Kind } from '../transaction-form/FormTabs.tsx';
import { translatorOf } from '../translate.ts';
import { TranslateContext, useTranslate } from '../use-translate.ts';
import { ConfirmStep } from './ConfirmStep.tsx';
import { PreviewStep } from './PreviewStep.tsx';
import { SetUpStep } from './SetUpStep.tsx';
import { goOn, NEXT, StepButtons } from './StepButtons.tsx';
import { TemplateConflict } from './TemplateConflict.tsx';
import { useWizard } from './use-wizard.ts';
import { STEPS, type Step, type WizardProperties } from './wizard-properties.ts';

interface DialogExtras {
  /** A prefix of each field's id, for two forms on one page. */
  idPrefix?: string;
  onSave?: Save<WizardInput>;
  onDirty?: (isDirty: boolean) => void;
  onCancel?: () => void;
  onSwitch?: (kind: Kind) => void;
  /** Takes over the version that was saved elsewhere. */
  onTake?: () => void;
}

/**
 * Creates or edits a recurring template in three steps: plain HTML from the server, improved once the island is loaded.
 */
export function RecurringWizard(properties: WizardProperties & DialogExtras) {
  const { mode, texts, language, writing, idPrefix = '', conflict, onSave, onDirty } = properties;
  const [made, setMade] = useState<CategoryChoice[]>([]);
  const categories = [...properties.categories, ...made];
  const [t] = useState(() => translatorOf(texts, language));
  const wizard = useWizard({ ...properties, idPrefix, inDialog: Boolean(onSave), onSave, onDirty, t });
  const { form, step, preview, values, scope } = wizard;
  // Text browsers show what is only hidden: a later step of the server has the typed values, but not their fields.
  const [hasFields, setHasFields] = useState(step === 'setup');
  if (step === 'setup' && !hasFields) setHasFields(true);
  const means = { t, language, writing, categories };
  const amount = minorOf(values.amount, writing.decimal_separator);
  const shared = { preview, values, amount, scope, means };
  const Title = onSave ? 'h3' : 'h2';
  return (
    <TranslateContext value={t}>
      <FormTabs current="recurring" locked={mode === 'edit'} onSwitch={properties.onSwitch} />
      <TemplateConflict
        {...means}
        form={form}
        conflict={conflict}
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
        onChange={wizard.clearDependentErrors}
      >
        <HiddenFields
          {...properties}
          button={{ name: `step=${NEXT[step]}`, onClick: (event) => goOn(event, step, wizard.go) }}
        >
          {t('recurring:wizard.toConfirm')}
        </HiddenFields>
        <WizardSteps current={step} />
        <Title className="wizard-title when-repeats" id={`${idPrefix}step-title`} tabIndex={-1}>
          {t(`recurring:wizard.title.${step}`)}
        </Title>
        {hasFields ? (
          <div className="form" hidden={step !== 'setup'}>
            <SetUpStep
              {...properties}
              form={form}
              categories={categories}
              onMade={(category) => setMade((before) => [...before, category])}
              inDialog={Boolean(onSave)}
            />
          </div>
        ) : (
          CARRIED.map((name) => <input type="hidden" name={name} value={form.start[name] ?? ''} key={name} />)
        )}
        {step === 'preview' && preview && (
          <PreviewStep {...shared} preview={preview} isPaused={properties.isPaused} form={form} />
        )}
        {step === 'confirm' && preview && <ConfirmStep {...shared} preview={preview} />}
        {!(step === 'preview' && preview?.scopes) && <input type="hidden" name="scope" value={scope} />}
        <StepButtons
          form={form}
          step={step}
          mode={mode}
          conflict={conflict}
          cancelHref={properties.cancelHref}
          onGo={wizard.go}
          onCancel={properties.onCancel}
        />
      </form>
    </TranslateContext>
  );
}

const CARRIED: FormField[] = [
  ...INPUTS.map(({ input }) => input),
  'name',
  'isRecurring',
  'recurringFrequency',
  'recurringInterval',
  'dayOfMonth',
  'dayOfWeek',
  'recurringEndType',
  'recurringEndDate',
  'recurringMaxOccurrences',
  'newCategoryName',
  'newCategoryColor',
  'newCategoryIcon',
];

function minorOf(amount: string, mark: '.' | ','): number {
  const read = parseAmount(readAmountText(amount, mark));
  return 'minor' in read ? Math.abs(read.minor) : 0;
}

// The current one of the three steps.
function WizardSteps({ current }: { current: Step }) {
  const t = useTranslate();
  return (
    <ol className="wizard-steps when-repeats" aria-label={t('recurring:wizard.steps')}>
      {STEPS.map((step) => (
        <li aria-current={step === current ? 'step' : undefined} key={step}>
          {t(`recurring:wizard.step.${step}`)}
        </li>
      ))}
    </ol>
  );
}
