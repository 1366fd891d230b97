import { SCOPES_OF_CHANGE } from '../../domain/recurring/templates/template.schema.ts';
import { formatter, SIGNS } from '../../i18n/format.ts';
import type { IslandForm } from '../form/use-island-form.ts';
import { useTranslate } from '../use-translate.ts';
import { type Means, shownEnd, shownFrequency } from './shown-template.ts';
import type { ShownPreview, ShownScope, WizardProperties, WizardValues } from './wizard-properties.ts';

interface PreviewProperties extends Pick<WizardProperties, 'isPaused'> {
  values: WizardValues;
  preview: ShownPreview;
  /** Minor units, without a sign. */
  amount: number;
  scope: 'future' | 'all';
  form: IslandForm;
  means: Means;
}

/** A preview of the values: a summary, and the next dates with their amounts. */
export function PreviewStep({ preview, values, amount, scope, means, ...given }: PreviewProperties) {
  const t = useTranslate();
  const format = formatter(means.writing.currency, means.writing);
  const dates = preview.scopes?.[scope].dates ?? preview.dates;
  const [next] = dates;
  const rows = [
    [t('recurring:wizard.frequency'), shownFrequency(values, means)],
    [t('recurring:wizard.nextDate'), next ? format.date(next) : t('recurring:wizard.noNext')],
    [t('recurring:wizard.ends'), shownEnd(values, means)],
    [t('recurring:wizard.perMonth'), format.money(preview.monthlyEquivalent)],
  ];
  return (
    <>
      <dl className="details-list">
        {rows.map(([label, text]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <bdi>{text}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      {preview.past > 0 && <p className="remark">{t('recurring:wizard.past', { count: preview.past })}</p>}
      {given.isPaused && <p className="remark">{t('recurring:wizard.stopped')}</p>}
      {preview.scopes && <ScopeField scopes={preview.scopes} form={given.form} scope={scope} />}
      <Dates dates={dates} type={values.type} amount={format.money(amount)} means={means} />
    </>
  );
}

interface DatesProperties {
  dates: string[];
  type: string;
  amount: string;
  means: Means;
}

function Dates({ dates, type, amount, means }: DatesProperties) {
  const t = useTranslate();
  const format = formatter(means.writing.currency, means.writing);
  if (dates.length === 0) return <p className="muted">{t('recurring:wizard.nothingToCome')}</p>;
  const title = t('recurring:wizard.toCome', { count: dates.length });
  return (
    <div>
      <p className="legend" aria-hidden="true">
        {title}
      </p>
      <ol className="wizard-dates" aria-label={title}>
        {dates.map((date) => (
          <li key={date}>
            <bdi>{format.date(date)}</bdi>
            <span className={`amount ${type}`}>
              <span className="wizard-word">{t(`transactions:form.${type}`)}</span>{' '}
              <bdi>{`${SIGNS[type as 'income']}${amount}`}</bdi>
            </span>
          </li>
        ))}
      </ol>
    </div>
  );
}

interface ScopeProperties {
  scopes: Record<'future' | 'all', ShownScope>;
  scope: 'future' | 'all';
  form: IslandForm;
}

// The scope of a change, from tomorrow on or with the past, each with the number of affected transactions.
function ScopeField({ scopes, scope, form }: ScopeProperties) {
  const t = useTranslate();
  return (
    <fieldset className="fieldset">
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
              <span className="hint block">
                {t('recurring:wizard.scopeCount', { count: scopes[value].updated })}
              </span>
            </span>
          </label>
        );
      })}
    </fieldset>
  );
}
