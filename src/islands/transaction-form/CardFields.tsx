import { useState } from 'react';
import { INSTALLMENTS_MOST } from '../../domain/transactions/schema.ts';
import { InputField, MomentInput } from '../form/controls.tsx';
import { useFormContext } from '../form/island-form.tsx';
import { useTranslate } from '../hooks.ts';
import { paymentInWords } from './shown-values.ts';

/** What purchases by card have: how many payments they are divided into when they are new, and when they are charged. */
export function CardFields() {
  const { start, mode, errorOf, installment, format } = useFormContext();
  const t = useTranslate();
  const [isOpen] = useState(
    Boolean(start.installments || start.charge_date || errorOf('installments') || errorOf('charge_date')),
  );
  const payment = paymentInWords({ installment }, t, format);
  return (
    <details className="disclosure" open={isOpen || Boolean(payment)}>
      <summary>{t('transactions:card.title')}</summary>
      {payment && <p className="muted">{payment}</p>}
      <div className="form-grid">
        {mode !== 'edit' && (
          <InputField
            name="installments"
            label={t('transactions:card.payments')}
            hint={t('transactions:card.paymentsHint')}
            inputMode="numeric"
            maxLength={String(INSTALLMENTS_MOST).length}
            autoComplete="off"
            dir="ltr"
          />
        )}
        <MomentInput
          name="charge_date"
          label={t('transactions:form.chargeDate')}
          hint={t('transactions:card.chargeHint')}
        />
      </div>
    </details>
  );
}
