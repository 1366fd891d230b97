import { INPUTS } from '../../domain/transactions/fields.ts';
import { localeOfText } from '../../i18n/locales.ts';
import { type IslandForm, useFormValues } from '../form/use-island-form.ts';
import { useTranslate } from '../hooks.ts';
import type { TransactionFormProperties } from './form-properties.ts';
import { shownValues } from './shown-values.ts';

type SummaryProperties = Pick<TransactionFormProperties, 'writing' | 'categories'> & {
  form: IslandForm;
};

// Shown above the rows; the time zone is left out, because it is nearly always the person's own.
const OUTSIDE_ROWS = ['type', 'amount', 'description', 'timezone'];

const ROWS = INPUTS.filter(({ input }) => !OUTSIDE_ROWS.includes(input));

/** A summary of the values beside the form on wide screens, which follows the fields and so needs scripts. */
export function SummaryPanel({ form, writing, categories }: SummaryProperties) {
  const t = useTranslate();
  const typed = useFormValues(form);
  const shown = shownValues(typed, { t, writing, categories });
  const texts = { ...shown, categoryId: shown.categoryId || t('transactions:form.noCategory') };
  return (
    <section className="summary-panel form-summary" aria-label={t('transactions:summary.title')}>
      <p className="summary-title" aria-hidden="true">
        {t('transactions:summary.title')}
      </p>
      <p className={`badge badge-${typed.type}`}>{shown.type}</p>
      <p className={shown.amount ? `amount summary-amount ${typed.type}` : 'summary-amount muted'}>
        <bdi>{shown.amount || NOTHING}</bdi>
      </p>
      <p className="summary-description">
        <bdi lang={shown.description ? localeOfText(shown.description) : undefined}>
          {shown.description || <span className="muted">{t('transactions:summary.noDescription')}</span>}
        </bdi>
      </p>
      <dl>
        {ROWS.map(
          ({ input, label }) =>
            texts[input] && (
              <div key={input}>
                <dt>{t(label)}</dt>
                <dd>
                  <bdi>{texts[input]}</bdi>
                </dd>
              </div>
            ),
        )}
      </dl>
    </section>
  );
}

const NOTHING = '—';
