import { useState } from 'react';
import { currencyIn } from '../../domain/money-accounts/choices/offered.ts';
import { INSTALLMENTS_MOST } from '../../domain/transactions/installment-amounts.ts';
import { isolated, isolatedAmount } from '../../i18n/isolated.ts';
import { InputField, MomentInput } from '../form/controls.tsx';
import { useFormContext, useFormValues } from '../form/island-form.tsx';
import { useTranslate } from '../hooks.ts';
import { bookedBy } from './booked.ts';
import { paymentInWords } from './shown-values.ts';

/** What purchases by card have: how many payments they are divided into when they are new, and when they are charged. */
export function CardFields() {
  const { start, mode, errorOf, installment, format } = useFormContext();
  const t = useTranslate();
  const [isOpen] = useState(
    Boolean(start.installments || start.charge_date || errorOf('installments') || errorOf('charge_date')),
  );
  const payment = paymentInWords({ installment }, t, format);
  const plan = usePlan();
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
      {plan && <p className="hint">{plan}</p>}
    </details>
  );
}

/** How a purchase in payments will be booked; nothing while that is not known, as in other currencies. */
function usePlan(): string | undefined {
  const form = useFormContext();
  const t = useTranslate();
  const values = useFormValues();
  const { format, writing } = form;
  const isOwn = currencyIn(writing, values.accountId) === writing.currency && !values.originalAmount;
  const [first, ...later] = isOwn ? bookedBy(values, form) : [];
  const last = later.at(-1);
  if (!first || !last) return undefined;
  const money = ({ minor }: { minor: number }) => isolatedAmount(format.money(-minor));
  // The first one has the rest of the division.
  const equal = first.minor === last.minor ? [first, ...later] : later;
  const payments = [
    ...(equal.length > later.length ? [] : [money(first)]),
    isolated(`${equal.length} × ${money(last)}`),
  ].join(' + ');
  return t('transactions:card.plan', {
    payments,
    from: isolated(format.date(first.date)),
    to: isolated(format.date(last.date)),
  });
}
