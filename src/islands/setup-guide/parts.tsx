import type { GuideProperties } from '../../stores/setup-guide.ts';
import { useTranslate } from '../hooks.ts';

export const SKIP_FORM = 'setup-skip';

export interface WrongField {
  field: string;
  message: string;
}

export function WrongFields({ wrong }: { wrong: WrongField[] }) {
  return (
    <ul className="errors">
      {wrong.map(({ field, message }) => (
        <li key={field}>{field ? <a href={`#setup-${field}`}>{message}</a> : message}</li>
      ))}
    </ul>
  );
}

export function StepButtons({ step, steps, isPreview, nextIcon }: GuideProperties) {
  const t = useTranslate();
  const before = steps[step - 2];
  const isLast = step === steps.length;
  return (
    <div className="setup-foot">
      <div className="button-row">
        <button type="submit" className="button button-primary" data-setup-next>
          {t(isLast ? 'onboarding:done' : 'common:next')}
          {!isLast && (
            <svg className="icon icon-mirrored" viewBox="0 0 24 24" aria-hidden="true">
              <use href={nextIcon} />
            </svg>
          )}
        </button>{' '}
        {before && (
          <a className="button button-quiet" href={before} data-setup-back>
            {t('onboarding:back')}
          </a>
        )}{' '}
        {step === 1 && !isPreview && (
          <button type="submit" form={SKIP_FORM} className="button button-quiet" data-setup-skip>
            {t('onboarding:skip')}
          </button>
        )}
      </div>
      <nav aria-label={t('onboarding:steps')}>
        <ol className="setup-dots">
          {([1, 2, 3] as const).map((stepNumber) => (
            <li key={stepNumber}>
              <a
                className="setup-dot"
                data-setup-step={stepNumber}
                href={steps[stepNumber - 1]}
                aria-current={stepNumber === step ? 'step' : undefined}
              >
                <span className="visually-hidden">{t(`onboarding:step.${stepNumber}`)}</span>
              </a>
            </li>
          ))}
        </ol>
      </nav>
    </div>
  );
}

/** The attributes of a form that asks before typed values are lost; a preview has nothing to lose. */
export function useGuard(isPreview: boolean): Record<string, string> {
  const t = useTranslate();
  if (isPreview) return {};
  return {
    'data-warn-unsaved': '',
    'data-question': t('transactions:dialog.discardQuestion'),
    'data-stay': t('transactions:dialog.keepEditing'),
    'data-discard': t('transactions:dialog.discard'),
  };
}
