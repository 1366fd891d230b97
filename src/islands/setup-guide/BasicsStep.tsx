import { exampleOf, TABS } from '../../domain/onboarding/examples.ts';
import { formatter } from '../../i18n/format.ts';
import type { GuideProperties } from '../../stores/setup-guide.ts';
import { useTranslate } from '../hooks.ts';
import { GuideField, StepButtons, TypeField } from './parts.tsx';

export function BasicsStep(properties: GuideProperties & { step: 2 }) {
  const { content: query, isPreview, writing, csrf, action } = properties;
  const t = useTranslate();
  const tab = TABS.find((name) => name === query.tab) ?? 'overview';
  const { options, kind, amount, figures } = exampleOf(tab, query, writing);
  const hrefOf = (example: Record<string, string>) =>
    `/setup/2?${new URLSearchParams({ ...example, ...(isPreview && { preview: '' }) })}`;
  const format = formatter(writing.currency, writing);
  return (
    <>
      <nav className="tabs" aria-label={t('onboarding:tabs')}>
        {TABS.flatMap((name) => [
          <a key={name} href={hrefOf({ tab: name })} aria-current={name === tab ? 'page' : undefined}>
            {t(`onboarding:tab.${name}`)}
          </a>,
          ' ',
        ])}
      </nav>
      <section
        key={tab}
        className="flex flex-col gap-5"
        aria-label={t(`onboarding:tab.${tab}`)}
        data-setup-tab
      >
        <p>{t(`onboarding:${tab}.about`)}</p>
        {options && (
          <div className="flex flex-wrap gap-2">
            {options.flatMap(({ query, text, isCurrent }) => [
              <a
                key={text.join()}
                className="button setup-option"
                href={hrefOf({ tab, ...query })}
                aria-current={isCurrent ? 'true' : undefined}
              >
                {t(...text)}
              </a>,
              ' ',
            ])}
          </div>
        )}
        {amount && (
          <form className="setup-try" action="/setup/2">
            <input type="hidden" name="tab" value={tab} />
            {isPreview && <input type="hidden" name="preview" value="" />}
            {kind && <TypeField name="kind" chosen={kind} />}
            <GuideField
              key={amount.value}
              name={amount.name}
              label={t(amount.label)}
              value={amount.value}
              currency={writing.currency}
            />
            <button type="submit" className="button">
              {t('onboarding:try')}
            </button>
          </form>
        )}
        <dl className="totals">
          {figures.map(([term, minor]) => (
            <div key={term}>
              <dt>{t(term)}</dt>
              <dd className="amount">
                <bdi>{format.money(minor)}</bdi>
              </dd>
            </div>
          ))}
        </dl>
      </section>
      <form method="post" action={action}>
        <input type="hidden" name="_csrf" value={csrf} />
        <StepButtons {...properties} />
      </form>
    </>
  );
}
