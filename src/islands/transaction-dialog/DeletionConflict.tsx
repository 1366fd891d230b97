import { useId } from 'react';
import type { DialogSettings, DialogTransaction } from '../../browser/core/page/dialog-settings.ts';
import type { Translate } from '../../browser/core/texts/translate.ts';
import { localNow } from '../../domain/calendar.ts';
import { INPUTS } from '../../domain/transactions/fields.ts';
import { Versions } from '../form/ConflictNotice.tsx';
import { useFocusOnArrival } from '../form/use-focus-on-arrival.ts';
import { shownValues } from '../transaction-form/shown-values.ts';
import { useTranslate } from '../use-translate.ts';
import { startValues } from './start-values.ts';

interface ConflictProperties {
  /** The transaction as it was when its deletion was asked for. */
  seen: DialogTransaction;
  now: DialogTransaction;
  settings: DialogSettings;
}

const HEADINGS = {
  theirs: 'transactions:conflict.deletionNow',
  mine: 'transactions:conflict.deletionSeen',
} as const;

/** Says what another window has changed in a transaction that is about to be deleted. */
export function DeletionConflict({ seen, now, settings }: ConflictProperties) {
  const t = useTranslate();
  const titleId = useId();
  const notice = useFocusOnArrival<HTMLElement>();
  return (
    <section className="conflict" tabIndex={-1} ref={notice} aria-labelledby={titleId}>
      <h3 id={titleId}>{t('transactions:conflict.deletionTitle')}</h3>
      <p>{t('transactions:conflict.deletionText')}</p>
      <Versions differences={differencesOf(seen, now, settings, t)} headings={HEADINGS} />
    </section>
  );
}

function differencesOf(
  seen: DialogTransaction,
  now: DialogTransaction,
  settings: DialogSettings,
  t: Translate,
) {
  const [theirs, mine] = [valuesOf(now, settings, t), valuesOf(seen, settings, t)];
  // A row of a list does not know every field.
  const known = INPUTS.filter(({ column }) => seen[column] !== undefined);
  return known
    .filter(({ input }) => theirs[input] !== mine[input])
    .map(({ input, label }) => ({ label: t(label), theirs: theirs[input], mine: mine[input] }));
}

function valuesOf(transaction: DialogTransaction, settings: DialogSettings, t: Translate) {
  const { preferences, currency } = settings;
  const values = startValues('edit', transaction, localNow(new Date(), preferences.timezone), settings);
  const shown = shownValues(values, { t, writing: { ...preferences, currency }, categories: [] });
  return { ...shown, categoryId: transaction.category_name ?? '' };
}
