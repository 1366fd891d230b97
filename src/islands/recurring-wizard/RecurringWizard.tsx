import type { FormField } from '../../browser/core/forms/form-values.ts';
import { SCHEDULE_FIELDS, type WizardInput } from '../../domain/recurring/templates/wizard.schema.ts';
import type { WizardValues } from '../../domain/recurring/templates/wizard-values.ts';
import { INPUTS } from '../../domain/transactions/fields.ts';
import { FormConflict } from '../form/ConflictNotice.tsx';
import type { DialogExtras } from '../form/form-properties.ts';
import { FormScope, PostedForm, useFormContext } from '../form/island-form.tsx';
import { FormFoot } from '../transaction-form/FormButtons.tsx';
import { FormTabs } from '../transaction-form/FormTabs.tsx';
import { ConfirmLine, ConfirmStep } from './Confirm.tsx';
import { Preview, PreviewBeside, ScopeField } from './Preview.tsx';
import { SetUpStep } from './SetUpStep.tsx';
import { shownTemplate } from './shown-template.ts';
import { useWizard, type WizardProperties } from './use-wizard.ts';

/** Creates or edits a recurring template: one form with a live preview; without scripts, two steps. */
export function RecurringWizard(properties: WizardProperties & DialogExtras<WizardInput>) {
  const { step, like, ahead, isPaused } = properties;
  const { form, isLive, live, values, scope, next, recheck } = useWizard(properties);
  const { t, format, inDialog, conflict } = form;
  const isNew = form.mode !== 'edit';
  const shown = { like, isPaused, values, scope };
  const preview = step === 'preview' ? properties.preview : live.preview;
  const scopes = isLive || step === 'preview' ? preview?.scopes : undefined;
  const scopeField = scopes && <ScopeField scope={scope} preview={{ scopes, values }} />;
  const Title = inDialog ? 'h3' : 'h2';
  const title = (name: 'setup' | 'preview' | 'confirm', look = 'wizard-title') => (
    <Title className={`when-repeats ${look}`}>{t(`recurring:wizard.title.${name}`)}</Title>
  );
  return (
    <FormScope form={form}>
      <FormTabs current="recurring" />
      {conflict && (
        <FormConflict<WizardValues>
          title={t(`recurring:wizard.${conflict === 'gone' ? 'gone' : 'changed'}Title`)}
          text={t(`recurring:wizard.${conflict === 'gone' ? 'gone' : 'changed'}Text`)}
          rowsOf={(version) => shownTemplate(version, form)}
        />
      )}
      {like && (
        <p className="remark">
          {t('recurring:wizard.like', { name: like.description, date: format.date(like.date) })}{' '}
          {like.payee && t('recurring:wizard.likePayee', { payee: like.payee })}
        </p>
      )}
      <PostedForm
        id={inDialog ? undefined : 'form'}
        className="form wizard"
        onChange={recheck}
        button={{ name: `step=${next}` }}
      >
        {step === 'setup' ? (
          <div className="wizard-beside">
            <div className="form">
              {title('setup', HEARD)}
              <SetUpStep />
            </div>
            <div className="wizard-ahead when-repeats">
              {(isLive || ahead || isNew) && title('preview', 'wizard-title max-md:hidden')}
              <PreviewBeside {...shown} live={live} isLive={isLive}>
                {/* Until the dates follow what is typed, the server shows them, as a step of their own. */}
                {isNew && !isLive && (
                  <button className="button button-small self-start" type="submit" name="step=preview">
                    {t('recurring:wizard.refresh')}
                  </button>
                )}
              </PreviewBeside>
            </div>
          </div>
        ) : (
          <>
            {title('preview')}
            {[...CARRIED].map((name) => (
              <input type="hidden" name={name} value={form.start[name] ?? ''} key={name} />
            ))}
            {preview && <Preview {...shown} preview={preview} />}
            <div className="form when-repeats">
              {title('confirm')}
              <ConfirmStep values={values} />
              {scopeField}
            </div>
          </>
        )}
        {!scopes && <input type="hidden" name="scope" value={scope} />}
        <FormFoot
          className={step === 'setup' ? 'wizard-foot' : undefined}
          above={
            isLive && (
              <div className="foot-scopes when-repeats">
                <div className="max-md:hidden">
                  {title('confirm', HEARD)}
                  <ConfirmLine values={values} />
                </div>
                {scopeField}
              </div>
            )
          }
        >
          <StepButtons step={step} isLive={isLive} next={next} />
        </FormFoot>
      </PostedForm>
    </FormScope>
  );
}

const HEARD = 'visually-hidden';

/** The values that the second step sends again. */
const CARRIED = new Set<FormField>([
  ...INPUTS.map(({ input }) => input),
  'name',
  'isRecurring',
  ...SCHEDULE_FIELDS,
  'newCategoryName',
  'newCategoryColor',
  'newCategoryIcon',
]);

type ButtonsProperties = Pick<ReturnType<typeof useWizard>, 'isLive' | 'next'> &
  Pick<WizardProperties, 'step'>;

function StepButtons({ step, isLive, next }: ButtonsProperties) {
  const { t, mode, conflict, sending, isInvalid } = useFormContext();
  const save = t(
    mode !== 'edit' || conflict === 'gone'
      ? 'recurring:wizard.create'
      : conflict
        ? 'transactions:conflict.saveMine'
        : 'transactions:form.saveChanges',
  );
  const unready = sending || (step === 'setup' && isInvalid) || undefined;
  return (
    <>
      <button
        className="button button-primary max-sm:flex-[1_1_9rem] max-sm:px-3"
        type="submit"
        name={`step=${next}`}
        aria-disabled={unready}
      >
        {sending ? (
          t('transactions:form.saving')
        ) : step === 'preview' ? (
          save
        ) : (
          <>
            <span className="when-repeats">
              {next === 'preview' && !isLive ? t('recurring:wizard.toPreview') : save}
            </span>{' '}
            <span className="when-once">{t('transactions:form.save')}</span>
          </>
        )}
      </button>{' '}
      {step === 'preview' && (
        <button className="button" type="submit" name="step=setup">
          {t('recurring:wizard.back')}
        </button>
      )}
    </>
  );
}
