import { type Format, formatter, SIGNS } from '../../i18n/format.ts';
import { useTranslate } from '../use-translate.ts';
import { DetailsList } from './DetailsList.tsx';
import { fallsOn } from './live-preview.ts';
import { isEndless, isShortened } from './shown-dates.ts';
import { type Means, shownEnd, shownFrequency } from './shown-template.ts';
import type { ShownAmounts, ShownPreview, WizardProperties, WizardValues } from './wizard-properties.ts';

interface PreviewProperties extends Pick<WizardProperties, 'isPaused' | 'like' | 'today'> {
  values: WizardValues;
  preview: ShownPreview;
  /** Minor units, without a sign; 0 while there is none. */
  amount: number;
  scope: 'future' | 'all';
  means: Means;
}

/** What the values mean: how often, the next dates with their amounts, and the end. */
export function Preview({ preview, values, amount, scope, means, ...given }: PreviewProperties) {
  const t = useTranslate();
  const format = formatter(means.writing.currency, means.writing);
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
  const { like, today, isPaused } = given;
  const amounts = preview.scopes?.[scope].amounts ?? preview.amounts;
  const typed = { amount, type: values.type as 'income' };
  const amountOn = (date: string) => amounts?.[date] ?? typed;
  const isTwice = like && fallsOn(values, like.date, today);
  return (
    <>
      <DetailsList rows={rows} />
      {preview.past > 0 && <p className="remark">{t('recurring:wizard.past', { count: preview.past })}</p>}
      {isTwice && (
        <p className="remark">{t('recurring:wizard.likeTwice', { date: format.date(like.date) })}</p>
      )}
      {isPaused && <p className="remark">{t('recurring:wizard.stopped')}</p>}
      <Dates dates={dates} amountOn={amount ? amountOn : undefined} values={values} means={means} />
    </>
  );
}

/** The next dates of a preview; of a change, those of its scope. */
export function datesIn({ dates, scopes }: ShownPreview, scope: 'future' | 'all'): string[] {
  return scopes?.[scope].dates ?? dates;
}

const NOTHING = '—';

interface DatesProperties {
  dates: string[];
  /** Missing while there is no amount. */
  amountOn: ((date: string) => ShownAmounts[string]) | undefined;
  values: WizardValues;
  means: Means;
}

function Dates({ dates, amountOn, values, means }: DatesProperties) {
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
            <span>
              <bdi>{format.date(date)}</bdi>{' '}
              {isShortened(date, values) && (
                <span className="block small muted">{t('recurring:wizard.shortMonth')}</span>
              )}
            </span>
            {amountOn && <Amount {...amountOn(date)} format={format} />}
          </li>
        ))}
      </ol>
      {isEndless(values) && <p className="small muted">{t('recurring:wizard.endless')}</p>}
    </div>
  );
}

function Amount({ amount, type, format }: ShownAmounts[string] & { format: Pick<Format, 'money'> }) {
  const t = useTranslate();
  return (
    <span className={`amount ${type}`}>
      <span className="wizard-word">{t(`transactions:form.${type}`)}</span>{' '}
      <bdi>{`${SIGNS[type]}${format.money(amount)}`}</bdi>
    </span>
  );
}
