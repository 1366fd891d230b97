import { Fragment } from 'react';
import type { NewCategoryValues } from '../../browser/core/forms/form-values.ts';
import { typedAmount, type WizardValues } from '../../domain/recurring/templates/wizard-values.ts';
import { formatter, SIGNS } from '../../i18n/format.ts';
import { localeOfText } from '../../i18n/locales.ts';
import { useFormContext } from '../form/island-form.tsx';
import { useAmountStyle } from '../transaction-form/fields.tsx';
import { DetailsList, NOTHING } from './Preview.tsx';
import { isEndless, shownEnd, shownFrequency, shownTemplate } from './shown-template.ts';

interface ConfirmProperties {
  values: WizardValues & Partial<NewCategoryValues>;
}

/** A summary of the values, for a page without fields; the preview above shows the end. */
export function ConfirmStep({ values }: ConfirmProperties) {
  const form = useFormContext();
  const { t } = form;
  const { type, description } = values;
  const aside = [
    ...(['type', 'amount', 'description'] as const).map((key) => t(`transactions:form.${key}`)),
    t('recurring:wizard.ends'),
  ];
  const rows = shownTemplate(values, form).filter(({ label, text }) => text && !aside.includes(label));
  return (
    <div className="details">
      <p className={`badge badge-${type}`}>{t(`transactions:form.${type as 'income'}`)}</p>
      <p className={`amount summary-amount ${type}`}>
        <bdi>{useSignedAmount(values) || NOTHING}</bdi>
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

export function ConfirmLine({ values }: ConfirmProperties) {
  const form = useFormContext();
  const { t } = form;
  const name = values.description.trim();
  const end = isEndless(values)
    ? t('recurring:wizard.neverEnds')
    : `${t('recurring:wizard.ends')}: ${shownEnd(values, form)}`;
  const parts = [name, useSignedAmount(values), shownFrequency(values, form), end];
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

function useSignedAmount(values: WizardValues): string {
  const style = useAmountStyle();
  const amount = typedAmount(values, style);
  const { money } = formatter(style.currency, useFormContext().writing);
  return amount ? `${SIGNS[values.type as 'income']}${money(amount)}` : '';
}
