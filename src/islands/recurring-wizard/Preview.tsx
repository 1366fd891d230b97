import { type ComponentProps, Fragment, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { NewCategoryValues } from '../../browser/core/forms/form-values.ts';
import { messageText } from '../../browser/core/texts/translate.ts';
import { readingsOf } from '../../domain/amount-text.ts';
import { SCOPES_OF_CHANGE } from '../../domain/recurring/templates/template.schema.ts';
import { SIGNS } from '../../i18n/format.ts';
import { localeOfText } from '../../i18n/locales.ts';
import type { Row } from '../form/ConflictNotice.tsx';
import type { IslandForm } from '../form/use-island-form.ts';
import { useTranslate } from '../hooks.ts';
import { fallsOn } from './live-preview.ts';
import {
  isEndless,
  isShortened,
  type Means,
  shownEnd,
  shownFrequency,
  shownTemplate,
} from './shown-template.ts';
import type { LivePreview } from './use-wizard.ts';
import type { ShownPreview, ShownScope, WizardProperties, WizardValues } from './wizard-properties.ts';

interface PreviewProperties extends Pick<WizardProperties, 'isPaused' | 'like' | 'today'> {
  values: WizardValues;
  preview: ShownPreview;
  /** Minor units, without a sign; 0 if missing. */
  amount: number;
  scope: 'future' | 'all';
  means: Means;
}

const NOTHING = '—';

export function Preview({ preview, values, amount, scope, means, like, ...rest }: PreviewProperties) {
  const { t, format } = means;
  const dates = datesIn(preview, scope);
  const [next] = dates;
  const rows = [
    { label: t('recurring:wizard.frequency'), text: shownFrequency(values, means) },
    { label: t('recurring:wizard.nextDate'), text: next ? format.date(next) : t('recurring:wizard.noNext') },
    { label: t('recurring:wizard.ends'), text: shownEnd(values, means) },
    {
      label: t('recurring:wizard.perMonth'),
      text: amount ? format.money(preview.monthlyEquivalent) : NOTHING,
    },
  ];
  const amounts = preview.scopes?.[scope].amounts ?? preview.amounts;
  const typed = { amount, type: values.type as 'income' };
  const title = t('recurring:wizard.toCome', { count: dates.length });
  return (
    <>
      <DetailsList rows={rows} />
      {preview.past > 0 && <p className="remark">{t('recurring:wizard.past', { count: preview.past })}</p>}
      {like && fallsOn(values, like.date, rest.today) && (
        <p className="remark">{t('recurring:wizard.likeTwice', { date: format.date(like.date) })}</p>
      )}
      {rest.isPaused && <p className="remark">{t('recurring:wizard.stopped')}</p>}
      {dates.length === 0 ? (
        <p className="muted">{t('recurring:wizard.nothingToCome')}</p>
      ) : (
        <div>
          <p className="legend" aria-hidden="true">
            {title}
          </p>
          <ol className="wizard-dates" aria-label={title}>
            {dates.map((date) => (
              <li key={date}>
                <span>
                  <bdi>{format.date(date)}</bdi>{' '}
                  {isShortened(date, values) && (
                    <span className="block small muted">{t('recurring:wizard.shortMonth')}</span>
                  )}
                </span>
                {amount > 0 && <Amount {...(amounts?.[date] ?? typed)} means={means} />}
              </li>
            ))}
          </ol>
          {isEndless(values) && <p className="small muted">{t('recurring:wizard.endless')}</p>}
        </div>
      )}
    </>
  );
}

function datesIn({ dates, scopes }: ShownPreview, scope: 'future' | 'all'): string[] {
  return scopes?.[scope].dates ?? dates;
}

function Amount({ amount, type, means }: { amount: number; type: 'income' | 'expense'; means: Means }) {
  return (
    <span className={`amount ${type}`}>
      <span className="wizard-word">{means.t(`transactions:form.${type}`)}</span>{' '}
      <bdi>{`${SIGNS[type]}${means.format.money(amount)}`}</bdi>
    </span>
  );
}

function DetailsList({ rows }: { rows: Row[] }) {
  return (
    <dl className="details-list">
      {rows.map(({ label, text }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <bdi>{text}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}

type PreviewContent = Omit<ComponentProps<typeof Preview>, 'preview'>;

/**
 * The live preview beside the form. While the values are invalid, the last valid preview stays, muted, below the error.
 */
export function PreviewBeside({ live, ...shown }: PreviewContent & { live: LivePreview }) {
  const t = useTranslate();
  const { preview, isCurrent, error } = live;
  const valid = useRef(shown);
  if (isCurrent) valid.current = shown;
  const text = error && messageText(t, error, readingsOf(shown.values.amount, shown.means.writing));
  const errorText = text && (preview ? t('recurring:wizard.outdated', { error: text }) : text);
  return (
    <>
      {error && <p className="hint">{errorText}</p>}
      {!preview && !error && <p className="hint">{t('recurring:wizard.counting')}</p>}
      {preview && (
        <div className={isCurrent ? 'wizard-preview' : 'wizard-preview wizard-outdated'}>
          <Preview {...valid.current} preview={preview} />
        </div>
      )}
      <SpokenAfterPause text={errorText || summaryOf(live, shown)} />
    </>
  );
}

/** The frequency and the next two dates; undefined while the preview is outdated. */
function summaryOf({ preview, isCurrent }: LivePreview, { values, scope, means }: PreviewContent) {
  if (!preview || !isCurrent) return undefined;
  const { t, format } = means;
  const [date, then] = datesIn(preview, scope).map((day) => format.date(day));
  if (!date) return t('recurring:wizard.nothingToCome');
  const frequency = shownFrequency(values, means);
  return then
    ? t('recurring:wizard.nextTwoSaid', { frequency, date, then })
    : t('recurring:wizard.nextSaid', { frequency, date });
}

/** How long typing must pause before a change is read aloud, in ms. */
const PAUSE = 1200;

function SpokenAfterPause({ text }: { text: string | undefined }) {
  const [spoken, setSpoken] = useState<{ text: string; isNews: boolean }>();
  const announce = useEffectEvent((latest: string) => {
    // The initial dates are not a change.
    if (latest !== spoken?.text) setSpoken({ text: latest, isNews: spoken !== undefined });
  });
  const isFirst = spoken === undefined;
  useEffect(() => {
    if (text === undefined) return;
    const timer = setTimeout(() => announce(text), isFirst ? 0 : PAUSE);
    return () => clearTimeout(timer);
  }, [text, isFirst]);
  return (
    <p className="visually-hidden" role="status">
      {spoken?.isNews && spoken.text}
    </p>
  );
}

interface ConfirmProperties {
  values: WizardValues & Partial<NewCategoryValues>;
  /** Minor units, without a sign. */
  amount: number;
  means: Means;
}

/** A summary of the values, for a page without fields; the preview above shows the end. */
export function ConfirmStep({ values, amount, means }: ConfirmProperties) {
  const { t } = means;
  const { type, description } = values;
  const aside = [
    ...(['type', 'amount', 'description'] as const).map((key) => t(`transactions:form.${key}`)),
    t('recurring:wizard.ends'),
  ];
  const rows = shownTemplate(values, means).filter(({ label, text }) => text && !aside.includes(label));
  return (
    <div className="details">
      <p className={`badge badge-${type}`}>{t(`transactions:form.${type as 'income'}`)}</p>
      <p className={`amount summary-amount ${type}`}>
        <bdi>{signedAmount({ values, amount, means }) || NOTHING}</bdi>
      </p>
      {description.trim() && (
        <p className="details-title">
          <bdi lang={localeOfText(description)}>{description}</bdi>
        </p>
      )}
      <DetailsList rows={rows} />
    </div>
  );
}

export function ConfirmLine({ values, amount, means }: ConfirmProperties) {
  const { t } = means;
  const name = values.description.trim();
  const end = isEndless(values)
    ? t('recurring:wizard.neverEnds')
    : `${t('recurring:wizard.ends')}: ${shownEnd(values, means)}`;
  const parts = [name, signedAmount({ values, amount, means }), shownFrequency(values, means), end];
  return (
    <p className="font-600 wrap-anywhere">
      {parts.filter(Boolean).map((part, index) => (
        <Fragment key={part}>
          {index > 0 && ' · '}
          <bdi lang={name && index === 0 ? localeOfText(part) : undefined}>{part}</bdi>
        </Fragment>
      ))}
    </p>
  );
}

const signedAmount = ({ values, amount, means }: ConfirmProperties) =>
  amount ? `${SIGNS[values.type as 'income']}${means.format.money(amount)}` : '';

interface ScopeProperties {
  scopes: Record<'future' | 'all', ShownScope>;
  scope: 'future' | 'all';
  /** Whether the template has no end, so that the changes cannot be counted. */
  isEndless: boolean;
  form: IslandForm;
}

export function ScopeField({ scopes, scope, isEndless, form }: ScopeProperties) {
  const t = useTranslate();
  const countKey = `recurring:wizard.${isEndless ? 'scopeCountEndless' : 'scopeCount'}` as const;
  return (
    <fieldset className="fieldset scopes">
      <legend className="legend">{t('recurring:wizard.scope')}</legend>
      {SCOPES_OF_CHANGE.map((value) => {
        const id = `${form.idOf('scope')}${value === 'future' ? '' : `-${value}`}`;
        return (
          <label className="choice" htmlFor={id} key={value}>
            <input
              id={id}
              type="radio"
              name="scope"
              value={value}
              defaultChecked={value === scope}
              onChange={() => form.choose('scope', value)}
            />
            <span>
              <strong className="block">{t(`recurring:wizard.scope.${value}`)}</strong>
              <span className="hint block">{t(`recurring:wizard.scopeHint.${value}`)}</span>
              <span className="hint block">{t(countKey, { count: scopes[value].updated })}</span>
            </span>
          </label>
        );
      })}
    </fieldset>
  );
}
