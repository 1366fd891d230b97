import { formatter } from '../../i18n/format.ts';
import { useSay } from '../transaction/say.ts';
import { ScopeField } from './ScopeField.tsx';
import { type Means, shownEnd, shownFrequency } from './shown-template.ts';
import type { ShownPreview, WizardProperties, WizardValues } from './wizard-properties.ts';

interface PreviewProperties extends Pick<WizardProperties, 'isStopped'> {
  values: WizardValues;
  preview: ShownPreview;
  /** Minor units, without a sign. */
  amount: number;
  scope: 'future' | 'all';
  onScope: (scope: 'future' | 'all') => void;
  idPrefix: string;
  means: Means;
}

/** What the fields come to: in a summary, and the first dates to come with their amounts. */
export function PreviewStep({ preview, values, amount, scope, means, ...given }: PreviewProperties) {
  const say = useSay();
  const format = formatter(means.writing.currency, means.writing);
  const dates = preview.scopes?.[scope].dates ?? preview.dates;
  const [next] = dates;
  const rows = [
    [say('recurring:wizard.frequency'), shownFrequency(values, means)],
    [say('recurring:wizard.nextDate'), next ? format.date(next) : say('recurring:wizard.noNext')],
    [say('recurring:wizard.ends'), shownEnd(values, means)],
    [say('recurring:wizard.perMonth'), format.money(preview.monthlyEquivalent)],
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
      {preview.past > 0 && <p className="remark">{say('recurring:wizard.past', { count: preview.past })}</p>}
      {given.isStopped && <p className="remark">{say('recurring:wizard.stopped')}</p>}
      {preview.scopes && (
        <ScopeField scopes={preview.scopes} scope={scope} onScope={given.onScope} idPrefix={given.idPrefix} />
      )}
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
  const say = useSay();
  const format = formatter(means.writing.currency, means.writing);
  if (dates.length === 0) return <p className="muted">{say('recurring:wizard.nothingToCome')}</p>;
  const title = say('recurring:wizard.toCome', { count: dates.length });
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
              <span className="wizard-word">{say(`transactions:form.${type}`)}</span>{' '}
              <bdi>{`${type === 'income' ? '+' : '-'}${amount}`}</bdi>
            </span>
          </li>
        ))}
      </ol>
    </div>
  );
}
