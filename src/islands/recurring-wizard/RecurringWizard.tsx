import type { FormField } from '../../browser/core/forms/form-values.ts';
import { SCHEDULE_FIELDS, type WizardInput } from '../../domain/recurring/templates/wizard.schema.ts';
import { INPUTS } from '../../domain/transactions/fields.ts';
import { formatter } from '../../i18n/format.ts';
import type { TextKey } from '../../i18n/texts.ts';
import { ConflictNotice } from '../form/ConflictNotice.tsx';
import { HiddenFields } from '../form/controls.tsx';
import { useFormMeans } from '../form/use-island-form.ts';
import { TranslateContext } from '../hooks.ts';
import { FormFoot } from '../transaction-form/FormButtons.tsx';
import { FormTabs } from '../transaction-form/FormTabs.tsx';
import type { DialogExtras } from '../transaction-form/form-properties.ts';
import { ConfirmLine, ConfirmStep, Preview, PreviewBeside, ScopeField } from './Preview.tsx';
import { SetUpStep } from './SetUpStep.tsx';
import { isEndless, type Means, shownTemplate } from './shown-template.ts';
import { useWizard } from './use-wizard.ts';
import type { WizardProperties, WizardValues } from './wizard-properties.ts';

type Properties = WizardProperties & DialogExtras<WizardInput>;

/**
 * Creates or edits a recurring template: set up, preview, confirm. With scripts all three are one form with a live
 * preview; without, the server shows the first and then the others.
 */
export function RecurringWizard(properties: Properties) {
  const { mode, language, writing, idPrefix = '', conflict, onSave, like, ahead } = properties;
  const { t, categories, addCategory } = useFormMeans(properties);
  const wizard = useWizard(properties, t);
  const { form, step, isLive, live, values, amount, scope } = wizard;
  const format = formatter(writing.currency, writing);
  const means = { t, language, writing, categories, format };
  const { today, isPaused } = properties;
  const shown = { today, like, isPaused, values, amount, scope, means };
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
      {conflict && <TemplateConflict {...properties} conflict={conflict} mine={values} means={means} />}
      {like && (
        <p className="remark">
          {t('recurring:wizard.like', { name: like.description, date: format.date(like.date) })}{' '}
          {like.payee && t('recurring:wizard.likePayee', { payee: like.payee })}
        </p>
      )}
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
                onMade={addCategory}
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
            <div className="form when-repeats">
              {title('confirm')}
              <ConfirmStep {...shown} />
              {scopeField}
            </div>
          </>
        )}
        {!asksScope && <input type="hidden" name="scope" value={scope} />}
        <FormFoot
          form={form}
          className={isLive ? ON_PAGE : undefined}
          cancelHref={properties.cancelHref}
          onCancel={properties.onCancel}
          above={
            isLive && (
              <div className="foot-scopes when-repeats">
                <div>
                  {title('confirm')}
                  <ConfirmLine {...shown} />
                </div>
                {scopeField}
              </div>
            )
          }
        >
          <StepButtons {...properties} wizard={wizard} />
        </FormFoot>
      </form>
    </TranslateContext>
  );
}

// Sticky if enough height remains for the fields, because Enter in any of them saves.
const ON_PAGE = 'z-1 py-4 -mb-4 bg-surface [@media(min-width:48rem)_and_(min-height:45rem)]:sticky bottom-0';

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

type ConflictProperties = Pick<Properties, 'action' | 'onTake'> & {
  conflict: NonNullable<Properties['conflict']>;
  mine: WizardValues;
  means: Means;
};

function TemplateConflict({ conflict, mine, means, action, onTake }: ConflictProperties) {
  const { t } = means;
  const inDialog = Boolean(onTake);
  if (conflict === 'gone')
    return (
      <ConflictNotice
        title={t('recurring:wizard.goneTitle')}
        text={t('recurring:wizard.goneText')}
        inDialog={inDialog}
      />
    );
  const { theirs } = conflict;
  return (
    <ConflictNotice
      title={t('recurring:wizard.changedTitle')}
      text={t('recurring:wizard.changedText')}
      versions={{ theirs: shownTemplate(theirs, means), mine: shownTemplate(mine, means) }}
      inDialog={inDialog}
      takeHref={action}
      onTake={onTake}
      // A new notice after each further change.
      key={JSON.stringify(theirs)}
    />
  );
}

type ButtonsProperties = Pick<Properties, 'mode' | 'conflict'> & { wizard: ReturnType<typeof useWizard> };

function StepButtons({ mode, conflict, wizard }: ButtonsProperties) {
  const { form, t, step, isLive, next, back } = wizard;
  const save = saveLabel(mode, conflict);
  const unready = form.sending || (step === 'setup' && form.isInvalid);
  return (
    <>
      <button
        className="button button-primary"
        type="submit"
        name={`step=${next}`}
        aria-disabled={unready || undefined}
      >
        {form.sending ? (
          t('transactions:form.saving')
        ) : step === 'preview' ? (
          t(save)
        ) : (
          <>
            <span className="when-repeats">{t(isLive ? save : 'recurring:wizard.toPreview')}</span>{' '}
            <span className="when-once">{t('transactions:form.save')}</span>
          </>
        )}
      </button>{' '}
      {step === 'preview' && (
        <button
          className="button"
          type="submit"
          name="step=setup"
          onClick={(event) => {
            event.preventDefault();
            back();
          }}
        >
          {t('recurring:wizard.back')}
        </button>
      )}
    </>
  );
}

function saveLabel(mode: Properties['mode'], conflict: Properties['conflict']): TextKey {
  if (mode !== 'edit' || conflict === 'gone') return 'recurring:wizard.create';
  return conflict ? 'transactions:conflict.saveMine' : 'transactions:form.saveChanges';
}
