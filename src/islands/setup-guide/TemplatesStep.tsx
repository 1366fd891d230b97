import { type SyntheticEvent, useEffect, useState } from 'react';
import type { Translate } from '../../browser/core/texts/translate.ts';
import {
  amountField,
  type Choice,
  CUSTOM,
  dayField,
  monthOf,
  readChoices,
} from '../../domain/onboarding/choices.ts';
import { BUDGET_PRESETS, CUSTOM_RULE, PRESETS, type Preset } from '../../domain/onboarding/presets.ts';
import { formatter, SIGNS } from '../../i18n/format.ts';
import type { TextKey } from '../../i18n/texts.ts';
import type { GuideProperties } from '../../stores/setup-guide.ts';
import { useTranslate } from '../hooks.ts';
import { GuideField, StepButtons, TypeField, useGuard, type WrongField, WrongFields } from './parts.tsx';

type Properties = GuideProperties & { step: 3 };

type Typed = Record<string, string>;

interface Section {
  id: string;
  title: TextKey;
  about?: TextKey;
  presets: Preset[];
}

const incomes = PRESETS.filter(({ type }) => type === 'income');

/** What most people have, first. */
const PRESETS_BY_TYPE: Section[] = [
  { id: 'income', title: 'onboarding:templates.in', presets: incomes.slice(0, 1) },
  {
    id: 'expense',
    title: 'onboarding:templates.out',
    presets: PRESETS.filter(({ type }) => type === 'expense'),
  },
  { id: 'more-income', title: 'onboarding:templates.inMore', presets: incomes.slice(1) },
];

const BUDGETS: Section = {
  id: 'budgets',
  title: 'onboarding:templates.budgets',
  about: 'onboarding:templates.budgetsAbout',
  presets: BUDGET_PRESETS,
};

export function TemplatesStep(properties: Properties) {
  const { writing, content } = properties;
  const { typed, hints, existing } = content;
  const { currency } = writing;
  const t = useTranslate();
  const wrong = wrongIn(properties, t);
  const isOffered = (preset: Preset) => !preset.isBudget || content.budgets.includes(amountField(preset));
  // What the month shows; what it leaves out is said when a field is left or the form is sent.
  const [now, setNow] = useState<Typed>();
  const [left, setLeft] = useState<Typed>();
  const typedIn = ({ currentTarget }: SyntheticEvent<HTMLFormElement>): Typed =>
    Object.fromEntries([...new FormData(currentTarget)].map(([name, value]) => [name, String(value)]));
  const leave = (event: SyntheticEvent<HTMLFormElement>) => setLeft(typedIn(event));
  const fieldOf = (name: string) => ({
    name,
    value: typed[name],
    error: wrong.find(({ field }) => field === name)?.message,
  });
  const sectionsOf = (sections: Section[]) =>
    sections
      .filter(({ presets }) => presets.some(isOffered))
      .map(({ id, title, about, presets }) => (
        <section key={id} className="flex flex-col gap-3" aria-labelledby={`setup-${id}`}>
          <h2 className="setup-heading" id={`setup-${id}`}>
            {t(title)}
          </h2>
          {about && <p className="muted">{t(about)}</p>}
          <div className="setup-cards">
            {presets.filter(isOffered).map((preset) => {
              const field = amountField(preset);
              const row = existing.find((other) => other.field === field);
              const [name, hint] = [t(preset.name), hints[field]];
              return row ? (
                <div
                  key={field}
                  className="setup-card flex flex-col gap-1"
                  id={`setup-${field}`}
                  tabIndex={-1}
                >
                  <p className="label">{name}</p>
                  {hint && <p className="hint">{hint}</p>}
                  <Amount writing={writing} {...row} />
                  <p className="hint">{t('onboarding:templates.added')}</p>
                  <p>
                    <a href={row.href}>{t('onboarding:templates.change', { name })}</a>
                  </p>
                </div>
              ) : (
                <div key={field} className="setup-card setup-dated">
                  <GuideField {...fieldOf(field)} label={name} currency={currency} />
                  {!preset.isBudget && (
                    <DayField {...fieldOf(dayField(preset))} of={name} usual={preset.rule.day_of_month} />
                  )}
                </div>
              );
            })}
          </div>
        </section>
      ));
  return (
    <>
      <p className="muted">{t('onboarding:templates.about')}</p>
      <form
        className="flex flex-col gap-6"
        method="post"
        action={properties.action}
        noValidate
        onInput={(event) => setNow(typedIn(event))}
        onBlur={leave}
        onSubmit={leave}
        data-setup-templates
        {...useGuard(properties.isPreview)}
      >
        <input type="hidden" name="_csrf" value={properties.csrf} />
        <input type="hidden" name="_key" value={content.formKey} />
        <div className="setup-templates">
          <div className="flex flex-col gap-6 min-w-0">
            {sectionsOf(PRESETS_BY_TYPE)}
            {sectionsOf([BUDGETS])}
            <details
              className="disclosure"
              open={Object.values(CUSTOM).some((name) => typed[name] || fieldOf(name).error) || undefined}
            >
              <summary className="setup-heading">{t('onboarding:templates.custom')}</summary>
              <div className="setup-card form-grid">
                <GuideField
                  {...fieldOf(CUSTOM.name)}
                  label={t('onboarding:templates.name')}
                  input={{ dir: 'auto', autoComplete: 'off' }}
                />
                <GuideField
                  {...fieldOf(CUSTOM.amount)}
                  label={t('onboarding:templates.amount')}
                  currency={currency}
                />
                <TypeField name={CUSTOM.type} chosen={typed[CUSTOM.type]} />
                <DayField
                  {...fieldOf(CUSTOM.day)}
                  of={t('onboarding:templates.custom')}
                  usual={CUSTOM_RULE.day_of_month}
                />
              </div>
            </details>
          </div>
          <Month {...properties} now={now} left={left} />
        </div>
        <StepButtons {...properties} />
      </form>
    </>
  );
}

interface DayProperties {
  name: string;
  value: string | undefined;
  error: string | undefined;
  of: string;
  usual: number;
}

function DayField({ of, usual, value, ...field }: DayProperties) {
  const t = useTranslate();
  return (
    <GuideField
      {...field}
      value={value ?? String(usual)}
      label={
        <>
          {t('onboarding:templates.day')} <span className="visually-hidden">{of}</span>
        </>
      }
      input={{ type: 'number', min: 1, max: 31, inputMode: 'numeric', autoComplete: 'off' }}
    />
  );
}

function Month(properties: Properties & { now: Typed | undefined; left: Typed | undefined }) {
  const { action, writing, content, now, left } = properties;
  const t = useTranslate();
  const [isLive, setLive] = useState(false);
  useEffect(() => setLive(true), []);
  const choices = choicesOf(properties, t, now);
  const sentErrors = content.added ? [] : wrongIn(properties, t);
  const shownErrors = left ? messagesOf(choicesOf(properties, t, left).filter(isLeftOut), t) : sentErrors;
  const { items, ...sums } = monthOf(choices, writing.currency, content.existing);
  const title = 'setup-month-title';
  return (
    <section
      className="summary-panel flex flex-col gap-3"
      id="setup-month"
      tabIndex={-1}
      aria-labelledby={title}
    >
      <h2 className="setup-heading" id={title}>
        {t('onboarding:month.title')}
      </h2>
      <div className="flex flex-col gap-3" data-setup-month>
        {items.length === 0 ? (
          <p className="muted">{t('onboarding:month.empty')}</p>
        ) : (
          <dl>
            {items.map(({ name, ...amount }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two may have the same name.
              <div key={index} className="setup-line">
                <dt>
                  <bdi>{name}</bdi>
                </dt>
                <dd>
                  <Amount writing={writing} {...amount} />
                </dd>
              </div>
            ))}
          </dl>
        )}
        {/* Without the rows: one more moves all after it, which would be read aloud too. */}
        <div className="flex flex-col gap-3" aria-live="polite">
          {items.length > 0 && (
            <dl className="setup-sums" aria-atomic="true">
              {(['income', 'expenses', 'left'] as const).map((name) => (
                <div key={name} className="setup-line">
                  <dt>{t(`onboarding:${name}`)}</dt>
                  <dd>
                    <Amount writing={writing} amount={sums[name]} />
                  </dd>
                </div>
              ))}
            </dl>
          )}
          {shownErrors.length > 0 && (
            <div className="hint">
              <p>{t('onboarding:month.leftOut')}</p>
              <WrongFields wrong={shownErrors} />
            </div>
          )}
        </div>
      </div>
      {/* The first button of the form, which Enter in a field presses: it creates nothing. */}
      <button
        type="submit"
        className="button"
        name="intent=preview"
        value={t('onboarding:month.show')}
        formAction={`${action}#setup-month`}
        data-setup-show
        hidden={isLive}
      >
        {t('onboarding:month.show')}
      </button>
    </section>
  );
}

interface AmountProperties extends Pick<Properties, 'writing'> {
  type?: Choice['type'];
  amount: number;
}

function Amount({ writing, type, amount }: AmountProperties) {
  const t = useTranslate();
  const money = formatter(writing.currency, writing).money(amount);
  return (
    <span className="amount">
      {type && <span className="visually-hidden">{t(`common:${type}`)} </span>}
      <bdi>{type ? SIGNS[type] + money : money}</bdi>
    </span>
  );
}

function choicesOf({ writing, content }: Properties, t: Translate, now?: Typed): Choice[] {
  const existingFields = new Set(content.existing.map(({ field }) => field));
  return readChoices(now ?? content.typed, { t, style: writing, taken: existingFields });
}

/** The errors of the fields as they were sent: of those that could not be created, or that the month leaves out. */
export function wrongIn(properties: Properties, t: Translate): WrongField[] {
  const { added, asksMonth } = properties.content;
  const choices = choicesOf(properties, t);
  if (added)
    return messagesOf(
      choices.filter(({ field }) => added.fields.includes(field)),
      t,
    );
  return asksMonth ? messagesOf(choices.filter(isLeftOut), t) : [];
}

const isLeftOut = ({ errors }: Choice) => errors.length > 0;

const UNKNOWN: Choice['errors'][number] = { field: '', message: 'errors:valueInvalid' };

function messagesOf(choices: Choice[], t: Translate): WrongField[] {
  return choices.flatMap(({ field: choiceField, name, errors }) =>
    (errors.length > 0 ? errors : [UNKNOWN]).map(({ field, message, currency = '', readings }) => ({
      field: field || choiceField,
      message: `${name}: ${t(message, { currency, ...readings })}`,
    })),
  );
}
