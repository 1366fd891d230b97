import type { APIRoute } from 'astro';
import { exportTransactions } from '../../domain/export/export-transactions.ts';
import { EXPORT_FORMATS, type ExportFormat } from '../../domain/export/fields.ts';
import { download } from '../../http/delivery/download.ts';
import { pageContext } from '../../http/pages/submit.ts';
import { readExport } from './_given.ts';

/** Sends the file that the form asks for; what is wrong with the form is shown on its page. */
export const GET: APIRoute = async ({ request, url, locals, redirect }) => {
  const format = url.searchParams.get('format') as ExportFormat;
  const { input } = readExport({ url, locals });
  if (!input || !EXPORT_FORMATS.includes(format)) return redirect(`/export${url.search}`, 303);
  const { name, type, pieces } = exportTransactions(pageContext({ locals }), format, input);
  return download(request, name, type, pieces);
};
