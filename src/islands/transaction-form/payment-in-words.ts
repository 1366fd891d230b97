import type { DialogTransaction } from '../../browser/core/page/dialog-settings.ts';
import type { Translate } from '../../browser/core/texts/translate.ts';
import type { Format } from '../../i18n/format.ts';

/** Which payment of its purchase it is, and what that cost if it is known; undefined for what is paid at once. */
export function paymentInWords(
  { installment }: { installment?: DialogTransaction['installment'] },
  t: Translate,
  { money }: Pick<Format, 'money'>,
): string | undefined {
  if (!installment) return undefined;
  const { n, of, total } = installment;
  if (total === null) return `${n}/${of}`;
  return t('transactions:form.payment', { n, of, total: money(Math.round(total * 100)) });
}
