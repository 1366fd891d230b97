import type { APIRoute } from 'astro';
import { exportTransactions } from '../../domain/export/export-transactions.ts';
import { EXPORT_FORMATS, type ExportFormat, standardFields } from '../../domain/export/fields.ts';
import { measureExport } from '../../domain/export/measure-export.ts';
import { MOST_IN_PDF } from '../../domain/export/pdf/write-pdf.ts';
import { download } from '../../http/delivery/download.ts';
import { readExport } from './_read-export.ts';

export const GET: APIRoute = async ({ request, url, locals, redirect }) => {
  const format = url.searchParams.get('format') as ExportFormat;
  const fields = await standardFields(locals.signedIn);
  const { input } = readExport({ url, locals }, fields);
  const back = () => {
    const query = new URLSearchParams(url.searchParams);
    // With `format` the page would redirect back here.
    query.delete('format');
    return redirect(`/export?${query}`, 303);
  };
  if (!input || !EXPORT_FORMATS.includes(format)) return back();
  const context = locals.signedIn;
  // A script shows the progress.
  const isFollowed = request.headers.has('export-progress');
  const measured = isFollowed || format === 'pdf' ? await measureExport(context, input) : undefined;
  if (format === 'pdf' && measured && measured.count > MOST_IN_PDF) return back();
  const { name, type, chunks } = exportTransactions(context, format, input);
  const response = await download(request, name, type, chunks);
  if (isFollowed && measured) response.headers.set('export-bytes', String(measured.bytes[format]));
  return response;
};
