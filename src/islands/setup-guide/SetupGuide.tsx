import { Fragment } from 'react';
import type { PageDialog } from '../../browser/core/dialog/page-dialog.ts';
import { ONBOARDING_NOTICES } from '../../i18n/error-catalogue.ts';
import type { GuideProperties } from '../../stores/setup-guide.ts';
import { TranslateContext, useTranslate } from '../hooks.ts';
import { BasicsStep } from './BasicsStep.tsx';
import { ProfileStep } from './ProfileStep.tsx';
import { SKIP_FORM, WrongFields } from './parts.tsx';
import { TemplatesStep, wrongIn } from './TemplatesStep.tsx';
import { useGuide } from './use-guide.ts';

export function SetupGuide({ dialog, ...start }: GuideProperties & { dialog?: PageDialog | undefined }) {
  const guide = useGuide(start, dialog);
  const { shown, message, t } = guide;
  const { step, steps, isPreview, csrf } = shown;
  const name = t(`onboarding:step.${step}`);
  // A step that asks one thing has its question as the heading.
  const title = shown.step === 1 && shown.content.asks.balance ? t('onboarding:profile.balance') : name;
  if (guide.isDone)
    return (
      <p className="success-panel" tabIndex={-1}>
        <span aria-hidden="true">✓</span>
        <span>
          <strong className="block text-xl">{t('onboarding:allSet')}</strong> {t(ONBOARDING_NOTICES.SUCCESS)}
        </span>
      </p>
    );
  return (
    <TranslateContext value={t}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: its links and forms are pressed, not itself. */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: keys press links too. */}
      <div
        ref={guide.element}
        className="form-page form-page-wide setup-page"
        onClick={guide.follow}
        onSubmit={guide.send}
        data-setup={step}
      >
        <p className="visually-hidden" role="status">
          {guide.result}
        </p>
        {message && (
          <div className="flash flash-error" role="alert" tabIndex={-1} data-setup-message>
            <p>{message.text}</p>
            {message.retry && (
              <button type="button" className="button button-small" onClick={message.retry}>
                {t('common:retry')}
              </button>
            )}
          </div>
        )}
        <Fragment key={guide.version}>
          {!message && <Summary {...shown} />}
          <div className="flex flex-col gap-2">
            <p className="small muted">
              {t('onboarding:step', { step, count: steps.length })}
              {title !== name && <span className="visually-hidden"> · {name}</span>}
            </p>
            {dialog ? (
              <h2 id="panel-title" className="panel-title" tabIndex={-1} data-panel-title="">
                {title}
              </h2>
            ) : (
              <h1>{title}</h1>
            )}
            <progress
              className="progress"
              aria-label={t('onboarding:progress')}
              value={step}
              max={steps.length}
            />
          </div>
          {isPreview && <p className="remark">{t('onboarding:preview')}</p>}
          {step === 1 && !isPreview && (
            <form method="post" action="/setup/skip" id={SKIP_FORM} hidden>
              <input type="hidden" name="_csrf" value={csrf} />
              <input type="hidden" name="step" value="1" />
            </form>
          )}
          {step === 1 && <ProfileStep {...shown} />}
          {step === 2 && <BasicsStep {...shown} />}
          {step === 3 && <TemplatesStep {...shown} />}
        </Fragment>
      </div>
    </TranslateContext>
  );
}

/** The errors of the step, with links to the fields. Scripts remove single errors within it. */
function Summary(shown: GuideProperties) {
  const t = useTranslate();
  const added = shown.step === 3 ? shown.content.added : undefined;
  const wrong =
    added && shown.step === 3
      ? wrongIn(shown, t)
      : Object.entries(shown.errors).map(([field, message]) => ({ field, message }));
  if (!added && wrong.length === 0) return null;
  return (
    <div className="setup-contents">
      <div className="error-summary" role="alert" tabIndex={-1} data-focus="">
        <h2>{t(added ? ONBOARDING_NOTICES.PARTIAL : 'common:errorSummary')}</h2>
        {added && <p>{added.failed}</p>}
        <WrongFields wrong={wrong} />
        {added?.created && <p>{added.created}</p>}
      </div>
    </div>
  );
}
