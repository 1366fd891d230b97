import { useFormContext, useFormValues } from '../form/island-form.tsx';
import { lazyPart } from '../form/parts.tsx';

// Loaded once there is an amount, so that the form itself is ready sooner. Offline there is nothing to add to.
const AfterSaving = lazyPart(async () => (await import('./AfterSaving.tsx')).loadAfterSaving());

/** Beside the form on wide screens, what no field shows: the figures as they will be. It follows the fields by scripts. */
export function SummaryPanel() {
  const { t, isReady } = useFormContext();
  const { amount } = useFormValues();
  return (
    <section className="summary-panel form-summary" aria-label={t('transactions:summary.title')}>
      <p className="summary-title" aria-hidden="true">
        {t('transactions:summary.title')}
      </p>
      {isReady && amount ? <AfterSaving /> : <p className="muted">{t('transactions:summary.empty')}</p>}
    </section>
  );
}
