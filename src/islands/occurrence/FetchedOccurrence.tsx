import { loadTexts } from 'virtual:dialog-texts/occurrence';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import type { DialogSettings } from '../../browser/core/page/dialog-settings.ts';
import { ApiError } from '../../browser/core/request/api-client.ts';
import { translatorOf } from '../../browser/core/texts/translate.ts';
import type { OccurrenceScope } from '../../domain/recurring/occurrences/occurrence.schema.ts';
import { formatter } from '../../i18n/format.ts';
import { useLoaded } from '../use-loaded.ts';
import { OccurrenceFailure } from './OccurrenceFailure.tsx';
import { ChangeChoice, RemovalChoice } from './ScopeChoice.tsx';
import { removedMessage } from './scope-options.ts';
import { TemplateNote } from './TemplateNote.tsx';
import { loadTemplateAround } from './template-around.ts';

/** The chosen scope, and the message after so many transactions were deleted. */
export interface Choice {
  scope: OccurrenceScope;
  messageOf?: (deleted: number) => string;
}

export interface PartProperties {
  kind: 'removal' | 'change' | 'note';
  id: string;
  settings: DialogSettings;
  /** Whether a required choice is missing. */
  missing?: boolean;
  /** The page for the same request without the dialog. */
  page: string;
  onChoose?: (choice: Choice) => void;
}

interface FetchedProperties extends PartProperties {
  /** Shown until it is loaded. */
  loading: ReactNode;
}

/** The information and the choice of scope for the recurring template of a transaction. */
export function FetchedOccurrence({
  kind,
  id,
  settings,
  missing,
  page,
  loading,
  onChoose,
}: FetchedProperties) {
  const { loaded } = useLoaded(() => loadAround(id));
  const isAlone = loaded.state === 'ready' && loaded.data === null;
  const chooseAlone = useEffectEvent(() => onChoose?.({ scope: 'single' }));
  useEffect(() => {
    if (isAlone) chooseAlone();
  }, [isAlone]);

  if (loaded.state === 'failed') return <OccurrenceFailure page={page} />;
  if (loaded.state === 'loading') return loading;
  if (loaded.data === null) return null;
  const { around, texts } = loaded.data;
  const t = translatorOf(texts, settings.language);
  const choose = (scope: OccurrenceScope) =>
    onChoose?.({ scope, messageOf: (deleted) => removedMessage({ around, scope, deleted, t }) });
  const parts = { around, t, format: formatter(settings.currency, settings.preferences) };
  if (kind === 'note') return <TemplateNote {...parts} />;
  const Ask = kind === 'removal' ? RemovalChoice : ChangeChoice;
  const error = missing ? t('errors:scopeInvalid') : undefined;
  return <Ask {...parts} idPrefix="dialog-" error={error} onChoose={choose} />;
}

// Null for a transaction without a recurring template.
async function loadAround(id: string) {
  try {
    const [around, texts] = await Promise.all([loadTemplateAround(id), loadTexts()]);
    return { around, texts };
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}
