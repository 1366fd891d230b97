import type { AstroGlobal } from 'astro';
import type { Translate } from '../../browser/core/texts/translate.ts';
import type { TransactionRow } from '../../db/tables.ts';
import type { SignedIn } from '../../domain/context.ts';
import { describeOccurrence, presentOccurrence } from '../../domain/recurring/occurrences/read-occurrence.ts';
import type { Entry } from '../../domain/transactions/present.ts';

/** The properties of the parts about a recurring template in a page; null for a transaction without one. */
export async function occurrenceParts(
  { locals }: AstroGlobal,
  context: SignedIn,
  { row }: Entry<TransactionRow>,
) {
  const around = await describeOccurrence(context, row);
  return (
    around && {
      around: presentOccurrence(around),
      t: locals.t as Translate,
      format: locals.format,
    }
  );
}
