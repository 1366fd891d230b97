/** What an export has of each transaction, by its name in answers of the API, with the key of its heading. */
export const EXPORT_FIELDS = {
  date: 'transactions:form.date',
  time: 'transactions:form.time',
  type: 'transactions:form.type',
  amount: 'transactions:form.amount',
  currency: 'accounts:currency',
  description: 'transactions:form.description',
  merchant_name: 'transactions:form.payee',
  category_name: 'transactions:form.category',
  notes: 'transactions:form.notes',
  is_recurring: 'common:recurring',
  id: 'export:id',
} as const;

export type ExportField = keyof typeof EXPORT_FIELDS;

export const EXPORT_FIELD_NAMES = Object.keys(EXPORT_FIELDS) as ExportField[];

export const EXPORT_FORMATS = ['csv', 'json', 'pdf'] as const;

export type ExportFormat = (typeof EXPORT_FORMATS)[number];
