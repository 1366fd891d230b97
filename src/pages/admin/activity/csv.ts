import type { APIContext } from 'astro';
import { activityFilterSchema } from '../../../domain/activity/schema.ts';
import { writeLogCsv } from '../../../domain/admin/log-csv.ts';
import { download } from '../../../http/delivery/download.ts';
import { read } from '../../../http/input.ts';

export function GET(page: APIContext): Promise<Response> {
  const { signedIn: context } = page.locals;
  const filter = read(activityFilterSchema, Object.fromEntries(page.url.searchParams));
  const name = `pruta-activity-${context.now.toISOString().slice(0, 10)}.csv`;
  return download(page.request, name, 'text/csv', writeLogCsv(context, filter));
}
