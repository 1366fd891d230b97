import type { WritingStyle } from '../../browser/core/forms/form-values.ts';
import type { DialogTransaction } from '../../browser/core/page/dialog-settings.ts';
import type { Translate } from '../../browser/core/texts/translate.ts';
import { fromDecimal } from '../../domain/money.ts';
import { lacksRate, shownAmounts } from '../../domain/shown-amounts.ts';
import { type FieldName, INPUTS } from '../../domain/transactions/fields.ts';
import { formatter, SIGNS } from '../../i18n/format.ts';
import { TranslateContext, useTranslate } from '../hooks.ts';
import { kindInWords, paymentInWords } from '../transaction-form/shown-values.ts';

interface DetailsProperties {
  transaction: DialogTransaction;
  writing: WritingStyle;
}

// Shown above the list: the description is the heading of page and dialog.
const HEADED: ReadonlySet<FieldName> = new Set(['type', 'amount', 'description']);

export function TransactionDetails({ transaction, writing }: DetailsProperties) {
  const t = useTranslate();
  const format = formatter(writing.currency, writing);
  const { type, amount, date, time, timezone, charge_date, original } = transaction;
  const money = {
    amount: fromDecimal(amount),
    account_amount: transaction.account_currency ? fromDecimal(transaction.account_amount) : null,
    original_amount: fromDecimal(original?.amount),
    original_currency: original?.currency ?? null,
  };
  const [shown, ...others] = shownAmounts(money, writing.currency, transaction.account_currency ?? null).map(
    ({ minor, currency }) => `${SIGNS[type]}${formatter(currency, writing).money(minor)}`,
  );
  const payment = paymentInWords(transaction, t, format);
  const texts: Partial<Record<FieldName, string>> = {
    category_id: transaction.category_name || t('transactions:form.noCategory'),
    account_id: (writing.accounts && transaction.account_name) || '',
    date: format.date(date),
    charge_date: charge_date ? format.date(charge_date) : '',
    time: transaction.has_time === false ? '' : format.time(time),
    timezone: timezone.replaceAll('_', ' '),
  };
  return (
    <div className="details">
      <p className={`badge badge-${type}`}>{kindInWords(transaction, t)}</p>
      <p className={`amount summary-amount ${type}`}>
        <bdi>{shown}</bdi>
      </p>
      {others.map((other) => (
        <p className={`amount ${type}`} key={other}>
          <bdi>{other}</bdi>
        </p>
      ))}
      {payment && <p className="muted">{payment}</p>}
      {lacksRate(money) && <p className="remark">{t('transactions:noRate')}</p>}
      <dl className="details-list">
        {INPUTS.map(({ column, label }) => {
          const text = HEADED.has(column) ? null : (texts[column] ?? transaction[column]);
          return (
            text && (
              <div key={column}>
                <dt>{t(label)}</dt>
                <dd className={column === 'notes' ? 'details-notes' : undefined}>
                  <bdi>{text}</bdi>
                </dd>
              </div>
            )
          );
        })}
      </dl>
    </div>
  );
}

export function DetailsOfPage({ t, ...details }: DetailsProperties & { t: Translate }) {
  return (
    <TranslateContext value={t}>
      <TransactionDetails {...details} />
    </TranslateContext>
  );
}
