import { useEffect, useEffectEvent } from 'react';
import type { OccurrenceScope } from '../../domain/recurring/schema.ts';
import { formatter } from '../../i18n/format.ts';
import type { DialogSettings } from '../transaction/dialog-settings.ts';
import { SeriesFailure } from '../transaction/SeriesFailure.tsx';
import { useSay } from '../transaction/say.ts';
import { ChangeChoice } from './ChangeChoice.tsx';
import { RemovalChoice } from './RemovalChoice.tsx';
import { removedMessage } from './removed-message.ts';
import { SeriesNote } from './SeriesNote.tsx';
import { useSeries } from './use-series.ts';

/** How much of a series somebody chose, and what is said when so many transactions are gone. */
export interface Choice {
  scope: OccurrenceScope;
  messageOf?: (deleted: number) => string;
}

export interface PartProperties {
  kind: 'removal' | 'change' | 'note';
  id: string;
  settings: DialogSettings;
  /** Whether something had to be chosen and was not. */
  missing?: boolean;
  /** The page that does the same without the dialog. */
  page: string;
  onChoose?: (choice: Choice) => void;
}

/** What the dialog says and asks about the series of a transaction. */
export function OccurrencePart({ kind, id, settings, missing, page, onChoose }: PartProperties) {
  const sayDialog = useSay();
  const fetched = useSeries(id, settings.language);
  const isAlone = fetched === 'none';
  const chooseAlone = useEffectEvent(() => onChoose?.({ scope: 'single' }));
  useEffect(() => {
    if (isAlone) chooseAlone();
  }, [isAlone]);

  if (fetched === 'none') return null;
  if (fetched === 'failed') return <SeriesFailure page={page} />;
  if (fetched === 'loading') return <p role="status">{sayDialog('transactions:dialog.loading')}</p>;
  const { series, say } = fetched;
  const choose = (scope: OccurrenceScope) =>
    onChoose?.({ scope, messageOf: (deleted) => removedMessage({ series, scope, deleted, say }) });
  const parts = { series, say, format: formatter(settings.currency, settings.preferences) };
  if (kind === 'note') return <SeriesNote {...parts} />;
  const Ask = kind === 'removal' ? RemovalChoice : ChangeChoice;
  const error = missing ? say('errors:scopeInvalid') : undefined;
  return <Ask {...parts} idPrefix="dialog-" error={error} onChoose={choose} />;
}
