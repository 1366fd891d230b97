import type { InputHTMLAttributes, ReactNode } from 'react';
import { CURRENCIES, type Currency } from '../../i18n/currencies.ts';
import type { GuideProperties } from '../../stores/setup-guide.ts';
import { describedBy } from '../../ui/aria.ts';
import { FieldFrame } from '../field-parts.tsx';
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

interface FieldProperties {
  name: string;
  label: ReactNode;
  hint?: string | undefined;
  error?: string | undefined;
  value?: string | undefined;
  options?: { value: string; text: string; lang?: string }[];
  /** The currency of an amount. */
  currency?: Currency;
  input?: InputHTMLAttributes<HTMLInputElement>;
}

/** A field of the guide. Its id differs from those of a page below the dialog. */
export function GuideField({ name, label, hint, error, value, options, currency, input }: FieldProperties) {
  const id = `setup-${name}`;
  const attributes = { className: 'input', id, name, ...describedBy(id, hint, error) };
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error}>
      {options && (
        <select {...attributes} defaultValue={value}>
          {options.map(({ value, text, lang }) => (
            <option key={value} value={value} lang={lang}>
              {text}
            </option>
          ))}
        </select>
      )}
      {currency && (
        <div className="input-group">
          <span className="affix" aria-hidden="true">
            {CURRENCIES[currency]}
          </span>
          <input
            {...attributes}
            defaultValue={value ?? ''}
            inputMode="decimal"
            autoComplete="off"
            dir="ltr"
          />
        </div>
      )}
      {input && <input {...attributes} defaultValue={value} {...input} />}
    </FieldFrame>
  );
}

export function TypeField({ name, chosen }: { name: string; chosen: string | undefined }) {
  const t = useTranslate();
  const options = (['expense', 'income'] as const).map((value) => ({ value, text: t(`common:${value}`) }));
  return (
    <GuideField name={name} label={t('onboarding:transactions.kind')} options={options} value={chosen} />
  );
}
