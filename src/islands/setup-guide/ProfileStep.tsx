import { useEffect, useRef } from 'react';
import { startPicturePreview } from '../../browser/core/forms/picture-preview.ts';
import { PICTURE_MOST, PICTURE_TYPES, smallPicture } from '../../domain/users/picture/schema.ts';
import { SESSION_NOTICES } from '../../i18n/error-catalogue.ts';
import { formatter } from '../../i18n/format.ts';
import { LANGUAGE_OPTIONS } from '../../i18n/locales.ts';
import type { GuideProperties, ProfileContent } from '../../stores/setup-guide.ts';
import { useTranslate } from '../hooks.ts';
import { GuideField, StepButtons, useGuard } from './parts.tsx';

const NAMES = [
  ['firstName', 'given-name'],
  ['lastName', 'family-name'],
] as const;
const FOLDED = ['profilePicture', 'firstName', 'lastName', 'language', 'currency', 'theme'];
const AMOUNT = { inputMode: 'decimal', autoComplete: 'off' } as const;
const THEMES = ['system', 'light', 'dark'] as const;

export function ProfileStep(properties: GuideProperties & { step: 1 }) {
  const { errors, content, writing } = properties;
  const { values } = content;
  const t = useTranslate();
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (form.current) startPicturePreview(form.current);
  }, []);
  const fieldOf = (name: 'firstName' | 'lastName' | 'language' | 'currency' | 'theme' | 'password') => ({
    name,
    label: t(`accounts:${name}`),
    error: errors[name],
    value: values[name],
  });
  const { asks, today } = content;
  const amountToday = today && (
    <bdi className="amount">{formatter(writing.currency, writing).money(today.amount)}</bdi>
  );
  const names = (
    <div className="setup-two">
      {NAMES.map(([name, autoComplete]) => (
        <GuideField key={name} {...fieldOf(name)} input={{ dir: 'auto', autoComplete }} />
      ))}
    </div>
  );
  const currency = <GuideField {...fieldOf('currency')} options={content.currencies} />;
  const startsOpen = FOLDED.some((name) => errors[name]);
  const password = { type: 'password', autoComplete: 'new-password', dir: 'ltr' };
  return (
    <>
      {asks.balance && (
        <p>
          <a href="/import">{t('imports:firstStep')}</a> {t('imports:firstStepText')}
        </p>
      )}
      <form
        ref={form}
        className="form max-w-none"
        method="post"
        action={properties.action}
        encType="multipart/form-data"
        noValidate
        {...useGuard(properties.isPreview)}
      >
        <input type="hidden" name="_csrf" value={properties.csrf} />
        <div className="setup-two">
          {asks.currency && currency}
          {asks.balance && (
            <GuideField
              name="balance"
              label={t('onboarding:profile.together')}
              hint={t('onboarding:profile.balanceHint')}
              error={errors.balance}
              value={values.balance}
              {...(asks.currency ? { input: { ...AMOUNT, dir: 'ltr' } } : { currency: writing.currency })}
            />
          )}
          {today && (
            <p>
              {t('onboarding:profile.today')}{' '}
              {today.isOpening ? (
                <a href="/transactions/opening-balance?return=/setup/1">{amountToday}</a>
              ) : (
                amountToday
              )}
            </p>
          )}
        </div>
        {asks.names && names}
        <details className="disclosure" open={startsOpen || undefined} data-setup-known>
          <summary>
            <span className="min-w-0 wrap-anywhere">
              {t('onboarding:profile.known')} {content.known}
            </span>
          </summary>
          <div className="form max-w-none">
            <Picture {...content} error={errors.profilePicture} />
            {!asks.names && names}
            <p>
              <a href="/preferences#timezone">{t('accounts:timezone')}</a>: <bdi>{content.timezone}</bdi>
            </p>
            <div className="setup-two">
              <GuideField {...fieldOf('language')} options={LANGUAGE_OPTIONS} />
              {!asks.currency && currency}
              <GuideField
                {...fieldOf('theme')}
                options={THEMES.map((value) => ({ value, text: t(`accounts:theme.${value}`) }))}
              />
            </div>
          </div>
        </details>
        {content.asksPassword && (
          <fieldset className="fieldset setup-password">
            <legend className="visually-hidden">{t('accounts:password')}</legend>
            <label className="choice">
              <input
                type="checkbox"
                name="wantsPassword"
                value="true"
                defaultChecked={content.wantsPassword}
              />
              <span>{t('onboarding:profile.withPassword')}</span>
            </label>
            <p className="hint">{t('onboarding:profile.withPasswordHint')}</p>
            <div className="setup-two">
              <GuideField {...fieldOf('password')} hint={t('accounts:passwordHint')} input={password} />
              <GuideField
                name="confirmPassword"
                label={t('onboarding:profile.repeatPassword')}
                error={errors.confirmPassword}
                input={password}
              />
            </div>
          </fieldset>
        )}
        <StepButtons {...properties} />
      </form>
      {properties.methods && (
        // biome-ignore lint/security/noDangerouslySetInnerHtml: it is a part of the server's own pages.
        <div className="setup-contents" dangerouslySetInnerHTML={{ __html: properties.methods }} />
      )}
    </>
  );
}

function Picture({ picture, initials, error }: ProfileContent & { error: string | undefined }) {
  const t = useTranslate();
  const id = 'setup-profilePicture';
  return (
    <div className="flex flex-wrap items-center gap-5">
      <div data-picture-preview>
        {picture ? (
          <img
            className="avatar avatar-large"
            src={smallPicture(picture)}
            srcSet={`${smallPicture(picture)} 1x, ${picture} 2x`}
            width={96}
            height={96}
            alt={t('accounts:picture.yours')}
            loading="lazy"
          />
        ) : (
          <span className="avatar avatar-large" aria-hidden="true">
            {initials}
          </span>
        )}
      </div>
      <div className="flex-1 min-w-[min(100%,10rem)]">
        <div className="field">
          <label className="label" htmlFor={id}>
            {t('accounts:picture.title')}
            <span className="optional"> ({t('common:optional')})</span>
          </label>
          <p className="hint" id={`${id}-hint`}>
            {t('accounts:picture.hint')}
          </p>
          <p className="error" id={`${id}-error`}>
            {error}
          </p>
          <input
            className="input"
            type="file"
            id={id}
            name="profilePicture"
            accept={PICTURE_TYPES.join(',')}
            data-most={PICTURE_MOST}
            data-too-large={t(SESSION_NOTICES.AVATAR_TOO_LARGE)}
            aria-describedby={`${id}-hint ${id}-error`}
            aria-invalid={error ? 'true' : undefined}
          />
        </div>
      </div>
    </div>
  );
}
