import type { DialogSettings, DialogTransaction } from '../../browser/core/page/dialog-settings.ts';
import { localNow } from '../../domain/calendar.ts';
import { INPUTS } from '../../domain/transactions/fields.ts';
import { startValues } from '../../domain/transactions/start-values.ts';
import { formatter } from '../../i18n/format.ts';
import { ConflictNotice } from '../form/ConflictNotice.tsx';
import { useTranslate } from '../hooks.ts';
import { shownRows } from '../transaction-form/shown-values.ts';

const HEADINGS = {
  theirs: 'transactions:conflict.deletionNow',
  mine: 'transactions:conflict.deletionSeen',
} as const;

interface Properties {
  /** The transaction as the person saw it when asking to delete it. */
  seen: DialogTransaction;
  now: DialogTransaction;
  settings: DialogSettings;
}

export function DeletionConflict({ seen, now, settings }: Properties) {
  const t = useTranslate();
  const { preferences, currency } = settings;
  const rowsOf = (transaction: DialogTransaction) => {
    const values = startValues('edit', transaction, localNow(new Date(), preferences.timezone), settings);
    const wording = {
      t,
      format: formatter(currency, preferences),
      writing: { ...preferences, currency },
      categories: [],
    };
    const namedValues = { ...values, newCategoryName: transaction.category_name ?? '' };
    // A row of a list lacks some fields.
    return shownRows(namedValues, wording).filter(
      (_, index) => seen[INPUTS[index]?.column ?? 'id'] !== undefined,
    );
  };
  return (
    <ConflictNotice
      title={t('transactions:conflict.deletionTitle')}
      text={t('transactions:conflict.deletionText')}
      versions={{ theirs: rowsOf(now), mine: rowsOf(seen), headings: HEADINGS }}
      inDialog
    />
  );
}
