import { useState } from 'react';
import { currencyIn } from '../../domain/money-accounts/choices/offered.ts';
import { CURRENCIES, CURRENCY_CODES } from '../../i18n/currencies.ts';
import { InputField, SelectField } from '../form/controls.tsx';
import { useFormContext } from '../form/island-form.tsx';
import { useTranslate } from '../hooks.ts';

export { paidEntries } from '../../domain/transactions/paid.schema.ts';

const FIELDS = ['originalAmount', 'originalCurrency', 'rate', 'convertedAmount'] as const;
const DECIMAL = { inputMode: 'decimal', autoComplete: 'off', dir: 'ltr' } as const;
const OPTIONS = CURRENCY_CODES.map((code) => {
  const symbol = CURRENCIES[code];
  return [code, symbol === code ? code : `${code} (${symbol})`] as const;
});

export function PaidFields() {
  const { start, mode, writing, errorOf } = useFormContext();
  const t = useTranslate();
  const isInOther = currencyIn(writing, start.accountId) !== writing.currency;
  const isOut = isInOther ? !start.convertedAmount : start.amount === '';
  const lacksRate = mode === 'edit' && !start.rate && isOut;
  const named = { currency: CURRENCIES[writing.currency] };
  const [isOpen] = useState(
    Boolean(lacksRate || start.originalAmount || FIELDS.some((name) => errorOf(name))),
  );
  return (
    <details className="disclosure" open={isOpen}>
      <summary>{t('transactions:paid.title')}</summary>
      <div className="form">
        {lacksRate && <p className="remark">{t('transactions:paid.lacksRate')}</p>}
        <div className="form-grid">
          <InputField
            name="originalAmount"
            label={t('transactions:paid.amount')}
            hint={t('transactions:paid.amountHint')}
            {...DECIMAL}
          />
          <SelectField
            name="originalCurrency"
            label={t('transactions:paid.currency')}
            options={[['', '—'], ...OPTIONS]}
          />
          <InputField
            name="rate"
            label={t('transactions:paid.rate')}
            hint={t('transactions:paid.rateHint', named)}
            {...DECIMAL}
          />
          <InputField
            name="convertedAmount"
            label={t('transactions:paid.converted', named)}
            hint={t('transactions:paid.convertedHint')}
            {...DECIMAL}
          />
        </div>
      </div>
    </details>
  );
}
