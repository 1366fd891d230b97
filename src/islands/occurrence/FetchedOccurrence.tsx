import { loadTexts } from 'virtual:dialog-texts/occurrence';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import type { DialogSettings } from '../../browser/core/page/dialog-settings.ts';
import { ApiError, api } from '../../browser/core/request/api-client.ts';
import { translatorOf } from '../../browser/core/texts/translate.ts';
import type { OccurrenceScope } from '../../domain/recurring/occurrences/occurrence.schema.ts';
import { formatter } from '../../i18n/format.ts';
import { useLoaded } from '../hooks.ts';
import { ChangeChoice, RemovalChoice } from './ScopeChoice.tsx';
import { removedMessage, type TemplateAround } from './scope-options.ts';
import { TemplateNote } from './TemplateNote.tsx';

export interface Choice {
  scope: OccurrenceScope;
  messageOf?: (deleted: number) => string;
}

export interface PartProperties {
  kind: 'removal' | 'change' | 'note';
  id: string;
  settings: DialogSettings;
  missing?: boolean;
  onChoose?: (choice: Choice) => void;
}

/** The recurring template of a transaction with the choice of scope; nothing for a transaction without one. */
export function FetchedOccurrence({
  kind,
  id,
  settings,
  missing,
  loading,
  failure,
  onChoose,
}: PartProperties & { page: string; loading: ReactNode; failure: ReactNode }) {
  const { loaded } = useLoaded(() => loadAround(id));
  const isAlone = loaded.state === 'ready' && loaded.data === null;
  const chooseAlone = useEffectEvent(() => onChoose?.({ scope: 'single' }));
  useEffect(() => {
    if (isAlone) chooseAlone();
  }, [isAlone]);

  if (loaded.state === 'failed') return failure;
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

/** Null for a transaction without a template. Never cached, because the impact of a deletion must be up to date. */
async function loadAround(id: string) {
  try {
    const path = `/transactions/recurring/${encodeURIComponent(id)}`;
    const [{ series }, texts] = await Promise.all([api<{ series: TemplateAround }>(path), loadTexts()]);
    return { around: series, texts };
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}
