import type { AstroGlobal } from 'astro';
import type { SignedIn } from '../../domain/context.ts';
import { presentSeries } from '../../domain/recurring/present-series.ts';
import { seriesOf } from '../../domain/recurring/read-series.ts';
import type { Entry } from '../../domain/transactions/present.ts';
import { occurrenceSpeech } from '../../islands/occurrence/page-speech.ts';

/** What the parts about a series take in a page; null for a transaction that belongs to none. */
export async function seriesParts({ locals }: AstroGlobal, context: SignedIn, { row }: Entry) {
  const series = await seriesOf(context, row);
  return (
    series && {
      series: presentSeries(series),
      say: occurrenceSpeech(locals.locale),
      format: locals.format,
    }
  );
}
