import { formatter, SIGNS } from '../../i18n/format.ts';
import { localeOfText } from '../../i18n/locales.ts';
import type { NewCategoryValues } from '../form/form-values.ts';
import { useTranslate } from '../use-translate.ts';
import { type Means, shownTemplate } from './shown-template.ts';
import type { ShownPreview, WizardValues } from './wizard-properties.ts';

interface ConfirmProperties {
  values: WizardValues & Partial<NewCategoryValues>;
  preview: ShownPreview;
  /** Minor units, without a sign. */
  amount: number;
  scope: 'future' | 'all';
  means: Means;
}

/** A summary of everything that is about to be saved, and its immediate effects. */
export function ConfirmStep({ values, preview, amount, scope, means }: ConfirmProperties) {
  const t = useTranslate();
  const { type, description } = values;
  const format = formatter(means.writing.currency, means.writing);
  const aside = ['form.type', 'form.amount', 'form.description'].map((key) => t(`transactions:${key}`));
  const rows = shownTemplate(values, means).filter(({ label, text }) => text && !aside.includes(label));
  const chosen = preview.scopes?.[scope];
  return (
    <div className="details">
      <p className={`badge badge-${type}`}>{t(`transactions:form.${type}`)}</p>
      <p className={`amount summary-amount ${type}`}>
        <bdi>{`${SIGNS[type as 'income']}${format.money(amount)}`}</bdi>
      </p>
      <p className="details-title">
        <bdi lang={localeOfText(description)}>{description}</bdi>
      </p>
      <dl className="details-list">
        {rows.map(({ label, text }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <bdi>{text}</bdi>
            </dd>
          </div>
        ))}
        {chosen && (
          <div>
            <dt>{t('recurring:wizard.changes')}</dt>
            <dd>
              {t(`recurring:wizard.scope.${scope}`)}
              <span className="hint block">
                {t('recurring:wizard.scopeCount', { count: chosen.updated })}
              </span>
            </dd>
          </div>
        )}
      </dl>
      {preview.past > 0 && <p className="remark">{t('recurring:wizard.past', { count: preview.past })}</p>}
    </div>
  );
}
