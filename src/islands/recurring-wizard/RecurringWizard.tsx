import { useState } from 'react';
import type { FormField } from '../../browser/core/forms/form-values.ts';
import { translatorOf } from '../../browser/core/texts/translate.ts';
import { SCHEDULE_FIELDS, type WizardInput } from '../../domain/recurring/templates/wizard.schema.ts';
import { INPUTS } from '../../domain/transactions/fields.ts';
import { CURRENCIES } from '../../i18n/currencies.ts';
import { formatter } from '../../i18n/format.ts';
import type { CategoryChoice } from '../../stores/categories.ts';
import { HiddenFields } from '../form/HiddenFields.tsx';
import type { Save } from '../form/use-island-form.ts';
import { FormTabs, type Kind } from '../transaction-form/FormTabs.tsx';
import { TranslateContext, useTranslate } from '../use-translate.ts';
import { ConfirmLine, ConfirmStep } from './ConfirmStep.tsx';
import { Preview } from './Preview.tsx';
import { PreviewBeside } from './PreviewBeside.tsx';
import { ScopeField } from './ScopeField.tsx';
import { SetUpStep } from './SetUpStep.tsx';
import { StepButtons } from './StepButtons.tsx';
import { isEndless } from './shown-dates.ts';
import { TemplateConflict } from './TemplateConflict.tsx';
import { useWizard } from './use-wizard.ts';
import type { WizardProperties } from './wizard-properties.ts';

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
 * Creates or edits a recurring template: set up, preview, confirm. With scripts all three are one form, in which the
 * preview follows what is typed; without, the server shows the first one and then the others.
 */
export function RecurringWizard(properties: WizardProperties & DialogExtras) {
  const { mode, texts, language, writing, idPrefix = '', conflict, onSave, onDirty } = properties;
  const [made, setMade] = useState<CategoryChoice[]>([]);
  const categories = [...properties.categories, ...made];
  const [t] = useState(() => translatorOf(texts, language, { currency: CURRENCIES[writing.currency] }));
  const wizard = useWizard({ ...properties, idPrefix, inDialog: Boolean(onSave), onSave, onDirty, t });
  const { form, step, isLive, live, values, amount, scope } = wizard;
  const { ahead } = properties;
  const means = { t, language, writing, categories };
  const shown = { ...pickShown(properties), values, amount, scope, means };
  const preview = step === 'preview' ? properties.preview : live.preview;
  const asksScope = preview?.scopes && (isLive || step === 'preview') ? preview.scopes : undefined;
  const scopeField = asksScope && (
    <ScopeField scopes={asksScope} scope={scope} isEndless={isEndless(values)} form={form} />
  );
  const Title = onSave ? 'h3' : 'h2';
  const title = (name: 'setup' | 'preview' | 'confirm', id?: string, look = '') => (
    <Title className={`wizard-title when-repeats ${look}`} id={id} tabIndex={id ? -1 : undefined}>
      {t(`recurring:wizard.title.${name}`)}
    </Title>
  );
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
      {properties.like && <LikeNote like={properties.like} writing={writing} />}
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
        <HiddenFields {...properties} button={{ name: `step=${wizard.next}` }}>
          {t('transactions:form.save')}
        </HiddenFields>
        {step === 'setup' ? (
          <div className="wizard-beside">
            <div className="form">
              {title('setup', `${idPrefix}step-title`)}
              <SetUpStep
                {...properties}
                form={form}
                categories={categories}
                onMade={(category) => setMade((before) => [...before, category])}
                inDialog={Boolean(onSave)}
              />
            </div>
            <div className="wizard-ahead when-repeats">
              {/* Without scripts the preview is a step of its own. */}
              {(isLive || ahead) && title('preview', undefined, isLive ? '' : 'hidden scripts:block')}
              {isLive ? (
                <PreviewBeside {...shown} live={live} />
              ) : (
                ahead && (
                  <div className="wizard-preview">
                    <Preview {...shown} preview={ahead} />
                    <p className="hint scripts:hidden">{t('recurring:wizard.asOpened')}</p>
                  </div>
                )
              )}
            </div>
          </div>
        ) : (
          <>
            {title('preview', `${idPrefix}step-title`)}
            {CARRIED.map((name) => (
              <input type="hidden" name={name} value={form.start[name] ?? ''} key={name} />
            ))}
            {preview && <Preview {...shown} preview={preview} />}
          </>
        )}
        {step === 'preview' && (
          <div className="form when-repeats">
            {title('confirm')}
            <ConfirmStep {...shown} />
            {scopeField}
          </div>
        )}
        {!asksScope && <input type="hidden" name="scope" value={scope} />}
        <StepButtons
          form={form}
          step={step}
          isLive={isLive}
          next={wizard.next}
          mode={mode}
          conflict={conflict}
          cancelHref={properties.cancelHref}
          onBack={wizard.back}
          onCancel={properties.onCancel}
        >
          {isLive && (
            <div className="foot-scopes when-repeats">
              <div>
                {title('confirm')}
                <ConfirmLine {...shown} />
              </div>
              {scopeField}
            </div>
          )}
        </StepButtons>
      </form>
    </TranslateContext>
  );
}

const pickShown = ({ today, like, isPaused }: WizardProperties) => ({ today, like, isPaused });

/** What happens to the transaction that a template is made from. */
function LikeNote({
  like,
  writing,
}: Required<Pick<WizardProperties, 'like'>> & Pick<WizardProperties, 'writing'>) {
  const t = useTranslate();
  if (!like) return null;
  const { description, date, payee } = like;
  return (
    <p className="remark">
      {t('recurring:wizard.like', {
        name: description,
        date: formatter(writing.currency, writing).date(date),
      })}{' '}
      {payee && t('recurring:wizard.likePayee', { payee })}
    </p>
  );
}

const TRANSACTION_FIELDS: FormField[] = INPUTS.map(({ input }) => input);

const CARRIED: FormField[] = [
  ...TRANSACTION_FIELDS,
  'name',
  'isRecurring',
  ...SCHEDULE_FIELDS.filter((name) => !TRANSACTION_FIELDS.includes(name)),
  'newCategoryName',
  'newCategoryColor',
  'newCategoryIcon',
];
