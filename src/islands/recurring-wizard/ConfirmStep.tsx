import { Fragment } from 'react';
import type { NewCategoryValues } from '../../browser/core/forms/form-values.ts';
import { formatter, SIGNS } from '../../i18n/format.ts';
import { localeOfText } from '../../i18n/locales.ts';
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

/** A summary of what is about to be saved, for a page without its fields; the preview above says when it ends. */
export function ConfirmStep({ values, amount, means }: ConfirmProperties) {
  const t = useTranslate();
  const aside = [
    ...(['type', 'amount', 'description'] as const).map((key) => t(`transactions:form.${key}`)),
    t('recurring:wizard.ends'),
  ];
  const rows = shownTemplate(values, means).filter(({ label, text }) => text && !aside.includes(label));
  return (
    <div className="details">
      <Subject values={values} amount={amount} means={means} />
      <DetailsList rows={rows} />
    </div>
  );
}

/** The same in one line, beside the button that saves it. */
export function ConfirmLine({ values, amount, means }: ConfirmProperties) {
  const { type, description } = values;
  const name = description.trim();
  const about = [
    name,
    amountText({ type, amount, means }),
    shownFrequency(values, means),
    endInLine(values, means),
  ];
  return (
    <p className="font-600 wrap-anywhere">
      {about.filter(Boolean).map((part, index) => (
        <Fragment key={part}>
          {index > 0 && ' · '}
          <bdi lang={name && index === 0 ? localeOfText(part) : undefined}>{part}</bdi>
        </Fragment>
      ))}
    </p>
  );
}

function endInLine(values: WizardValues, means: Means): string {
  const { t } = means;
  if (isEndless(values)) return t('recurring:wizard.neverEnds');
  return `${t('recurring:wizard.ends')}: ${shownEnd(values, means)}`;
}

function Subject({ values: { type, description }, amount, means }: ConfirmProperties) {
  const t = useTranslate();
  return (
    <>
      <p className={`badge badge-${type}`}>{t(`transactions:form.${type as 'income'}`)}</p>
      <p className={`amount summary-amount ${type}`}>
        <bdi>{amountText({ type, amount, means }) || '—'}</bdi>
      </p>
      {description.trim() && (
        <p className="details-title">
          <bdi lang={localeOfText(description)}>{description}</bdi>
        </p>
      )}
    </>
  );
}

function amountText({ type, amount, means }: Omit<ConfirmProperties, 'values'> & { type: string }): string {
  const format = formatter(means.writing.currency, means.writing);
  return amount ? `${SIGNS[type as 'income']}${format.money(amount)}` : '';
}
