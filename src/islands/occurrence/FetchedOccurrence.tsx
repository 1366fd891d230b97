import { loadTexts } from 'virtual:dialog-texts/occurrence';
import type { OccurrenceData } from '../../api/shapes/recurring.ts';
import type { DialogSettings } from '../../browser/core/page/dialog-settings.ts';
import { ApiError, api } from '../../browser/core/request/api-client.ts';
import { translatorOf } from '../../browser/core/texts/translate.ts';
import type { OccurrenceScope } from '../../domain/recurring/occurrences/schema.ts';
import { formatter } from '../../i18n/format.ts';
import { Loading, OccurrenceFailure } from '../dialog/StatePanels.tsx';
import { useFormContext } from '../form/island-form.tsx';
import { useLoaded } from '../hooks.ts';
import { removedMessage } from './scope-options.ts';
import { ChangeChoice, PaymentsChoice, RemovalChoice, TemplateNote } from './TemplateParts.tsx';

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
  /** The address of the same as a page. */
  page: string;
}

const PARTS = { removal: RemovalChoice, change: ChangeChoice, note: TemplateNote };

/** The recurring template of a transaction with the choice of scope; nothing for a transaction without one. */
export function FetchedOccurrence({ kind, id, settings, missing, page, onChoose }: PartProperties) {
  const { loaded } = useLoaded(async () => {
    const data = await loadAround(id);
    if (!data) onChoose?.({ scope: 'single' });
    return data;
  });
  if (loaded.state === 'failed') return <OccurrenceFailure page={page} />;
  if (loaded.state === 'loading') return <Loading />;
  if (loaded.data === null) return null;
  const { around, texts } = loaded.data;
  const t = translatorOf(texts, settings.language);
  const Part = PARTS[kind];
  return (
    <Part
      around={around}
      t={t}
      format={formatter(settings.currency, settings.preferences)}
      idPrefix="dialog-"
      error={missing ? t('errors:scopeInvalid') : undefined}
      onChoose={(scope) =>
        onChoose?.({ scope, messageOf: (deleted) => removedMessage({ around, scope, deleted, t }) })
      }
    />
  );
}

export interface PaymentsPartProperties extends Pick<PartProperties, 'settings' | 'page' | 'onChoose'> {
  installment: { n: number; of: number };
}

/** Asked once something has changed: before that it would fill half of a phone. */
export function FetchedPayments({ settings, page, onChoose, installment }: PaymentsPartProperties) {
  const { loaded } = useLoaded(loadTexts);
  const { isDirty } = useFormContext();
  if (loaded.state === 'failed') return <OccurrenceFailure page={page} />;
  if (loaded.state === 'loading') return <Loading />;
  // What was chosen stays while the changes are taken back.
  return (
    <div className={isDirty ? 'contents' : 'hidden'}>
      <PaymentsChoice
        installment={installment}
        t={translatorOf(loaded.data, settings.language)}
        idPrefix="dialog-"
        onChoose={(scope) => onChoose?.({ scope })}
      />
    </div>
  );
}

/** Null for a transaction without a template. Never cached, because the impact of a deletion must be up to date. */
async function loadAround(id: string) {
  try {
    const path = `/transactions/recurring/${encodeURIComponent(id)}`;
    const [{ series }, texts] = await Promise.all([api<{ series: OccurrenceData }>(path), loadTexts()]);
    return { around: series, texts };
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}
