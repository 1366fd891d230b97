import { formatter, SIGNS } from '../../i18n/format.ts';
import type { DialogTransaction } from '../../stores/transaction-dialog.ts';
import type { WritingStyle } from '../form/form-values.ts';
import type { Translate } from '../translate.ts';
import { TranslateContext, useTranslate } from '../use-translate.ts';

interface DetailsProperties {
  transaction: DialogTransaction;
  writing: WritingStyle;
}

/** All fields of a transaction, read-only. */
export function TransactionDetails({ transaction, writing }: DetailsProperties) {
  const t = useTranslate();
  const format = formatter(writing.currency, writing);
  const { type, amount, date, time, timezone } = transaction;
  const rows = [
    ['category', transaction.category_name || t('transactions:form.noCategory')],
    ['payee', transaction.merchant_name],
    ['date', format.date(date)],
    ['time', format.time(time)],
    ['timezone', timezone.replaceAll('_', ' ')],
    ['notes', transaction.notes],
  ] as const;
  return (
    <div className="details">
      <p className={`badge badge-${type}`}>{t(`transactions:form.${type}`)}</p>
      <p className={`amount summary-amount ${type}`}>
        <bdi>{`${SIGNS[type]}${format.money(Math.round(amount * 100))}`}</bdi>
      </p>
      <dl className="details-list">
        {rows.map(
          ([name, text]) =>
            text && (
              <div key={name}>
                <dt>{t(`transactions:form.${name}`)}</dt>
                <dd className={name === 'notes' ? 'details-notes' : undefined}>
                  <bdi>{text}</bdi>
                </dd>
              </div>
            ),
        )}
      </dl>
    </div>
  );
}

/** The same in a page. */
export function DetailsOfPage({ t, ...details }: DetailsProperties & { t: Translate }) {
  return (
    <TranslateContext value={t}>
      <TransactionDetails {...details} />
    </TranslateContext>
  );
}
