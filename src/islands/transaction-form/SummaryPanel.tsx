import { INPUTS } from '../../domain/transactions/fields.ts';
import { localeOfText } from '../../i18n/locales.ts';
import { useFormContext, useFormValues } from '../form/island-form.tsx';
import { shownValues } from './shown-values.ts';

// Shown above the rows; the time zone is left out, because it is nearly always the person's own.
const OUTSIDE_ROWS = ['type', 'amount', 'description', 'timezone'];

const ROWS = INPUTS.filter(({ input }) => !OUTSIDE_ROWS.includes(input));

/** A summary of the values beside the form on wide screens, which follows the fields and so needs scripts. */
export function SummaryPanel() {
  const form = useFormContext();
  const { t } = form;
  const typed = useFormValues();
  const shown = shownValues(typed, form);
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
