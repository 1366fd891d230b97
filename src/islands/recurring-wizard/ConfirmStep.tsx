import { formatter, SIGNS } from '../../i18n/format.ts';
import { localeOfText } from '../../i18n/locales.ts';
import type { NewCategoryValues } from '../form/form-values.ts';
import { useTranslate } from '../use-translate.ts';
import { DetailsList } from './DetailsList.tsx';
import { isEndless } from './shown-dates.ts';
import { type Means, shownEnd, shownFrequency, shownTemplate } from './shown-template.ts';
import type { WizardValues } from './wizard-properties.ts';

interface ConfirmProperties {
  values: WizardValues & Partial<NewCategoryValues>;
  /** Minor units, without a sign. */
  amount: number;
  means: Means;
}

/** A summary of everything that is about to be saved, for a page without its fields. */
export function ConfirmStep({ values, amount, means }: ConfirmProperties) {
  const t = useTranslate();
  const aside = ['form.type', 'form.amount', 'form.description'].map((key) => t(`transactions:${key}`));
  const rows = shownTemplate(values, means).filter(({ label, text }) => text && !aside.includes(label));
  return (
    <div className="details">
      <Subject values={values} amount={amount} means={means} />
      <DetailsList rows={rows} />
    </div>
  );
}

/** The same in short, beside the fields. */
export function ConfirmLine({ values, amount, means }: ConfirmProperties) {
  const t = useTranslate();
  const ends = isEndless(values)
    ? t('recurring:wizard.endless')
    : `${t('recurring:wizard.ends')}: ${shownEnd(values, means)}`;
  return (
    <div className="details">
      <Subject values={values} amount={amount} means={means} />
      <p>
        <bdi>{shownFrequency(values, means)}</bdi>
        {'. '}
        <bdi>{ends}</bdi>
      </p>
    </div>
  );
}

function Subject({ values: { type, description }, amount, means }: ConfirmProperties) {
  const t = useTranslate();
  const format = formatter(means.writing.currency, means.writing);
  return (
    <>
      <p className={`badge badge-${type}`}>{t(`transactions:form.${type}`)}</p>
      <p className={`amount summary-amount ${type}`}>
        <bdi>{amount ? `${SIGNS[type as 'income']}${format.money(amount)}` : '—'}</bdi>
      </p>
      {description.trim() && (
        <p className="details-title">
          <bdi lang={localeOfText(description)}>{description}</bdi>
        </p>
      )}
    </>
  );
}
