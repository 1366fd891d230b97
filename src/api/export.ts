import * as v from 'valibot';
import { CONCURRENT_EXPORTS } from '../domain/export/concurrent-exports.ts';
import { exportTransactions } from '../domain/export/export-transactions.ts';
import { EXPORT_FORMATS, type ExportFormat, standardFields } from '../domain/export/fields.ts';
import { MOST_IN_PDF } from '../domain/export/pdf/write-pdf.ts';
import { exportSchema } from '../domain/export/schema.ts';
import { signedIn } from '../http/authentication/authenticate.ts';
import { download } from '../http/delivery/download.ts';
import { LOCALES } from '../i18n/locales.ts';
import { type Description, type Endpoints, endpoint, plainEndpoint } from './endpoint.ts';
import { query } from './request.ts';
import { countShape } from './shapes/values.ts';

const texts = v.array(v.string());

export const exports: Endpoints = {
  'GET /options': endpoint({
    summary: 'The formats, fields and limits of exports',
    data: {
      formats: texts,
      fields: texts,
      languages: texts,
      styles: texts,
      limits: v.object({ concurrent: countShape, pdf_transactions: countShape }),
    },
    answer: async (context) => ({
      formats: EXPORT_FORMATS,
      fields: await standardFields(context),
      languages: LOCALES,
      styles: ['iso', 'own'],
      limits: { concurrent: CONCURRENT_EXPORTS, pdf_transactions: MOST_IN_PDF },
    }),
  }),
  'GET /csv': file('csv', {
    summary: 'Download transactions as CSV',
    note: 'RFC 4180 in UTF-8 with a byte order mark. A text that begins like a formula has an apostrophe in front. Charge dates, payments and original amounts are columns where a transaction has them, or where `fields` names them.',
    sends: { type: 'text/csv' },
  }),
  'GET /json': file('json', {
    summary: 'Download transactions as JSON',
    note: 'A file that can be imported, described by docs/account.schema.json; with the named fields only, it cannot be.',
    sends: { type: 'application/json' },
  }),
  'GET /pdf': file('pdf', {
    summary: 'Download transactions as a PDF',
    note: `A statement: sums, categories, months, then the transactions. At most ${MOST_IN_PDF} transactions: choose a shorter period by \`dateFrom\` and \`dateTo\` for more. \`fields\` chooses its columns; ids are left out.`,
    sends: { type: 'application/pdf' },
  }),
};

function file(format: ExportFormat, description: Description) {
  return plainEndpoint({
    ...description,
    query: exportSchema,
    refuses: { SERVICE_UNAVAILABLE: 503 },
    respond(call) {
      const { name, type, chunks } = exportTransactions(signedIn(call), format, query(call, exportSchema));
      return download(call.req.raw, name, type, chunks);
    },
  });
}
