/** What scrapers of banks call fields of a row. */
export const ROW_NAMES = {
  amount: 'chargedAmount',
  currency: 'chargedCurrency',
  chargeDate: 'processedDate',
  installment: 'installments',
} as const;
