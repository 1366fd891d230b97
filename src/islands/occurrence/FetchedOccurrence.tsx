import { loadTexts } from 'virtual:dialog-texts/occurrence';
import { useEffect, useEffectEvent, useState } from 'react';
import type { OccurrenceData } from '../../api/shapes/recurring.ts';
import type { DialogSettings } from '../../browser/core/page/dialog-settings.ts';
import { ApiError, api } from '../../browser/core/request/api-client.ts';
import { type Translate, translatorOf } from '../../browser/core/texts/translate.ts';
import type { OccurrenceScope } from '../../domain/recurring/occurrences/schema.ts';
import { formatter } from '../../i18n/format.ts';
import { Loading, OccurrenceFailure } from '../dialog/StatePanels.tsx';
import { useFormContext, useFormValues } from '../form/island-form.tsx';
import { useLoaded } from '../hooks.ts';
import { removedMessage } from './scope-options.ts';
import { ChangeChoice, PaymentsChoice, RemovalChoice, TemplateNote } from './TemplateParts.tsx';

export interface Choice {
  scope: OccurrenceScope;
  /** Says how many were deleted or changed. */
  messageOf?: ((count: number) => string) | undefined;
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
      onChoose={(scope) => {
        const messageOf = (deleted: number) => removedMessage({ around, scope, deleted, t });
        onChoose?.({ scope, messageOf: kind === 'removal' ? messageOf : undefined });
      }}
    />
  );
}

export interface PaymentsPartProperties extends Pick<PartProperties, 'settings' | 'page' | 'onChoose'> {
  installment: { n: number; of: number };
}

export function FetchedPayments({ settings, page, ...part }: PaymentsPartProperties) {
  const { loaded } = useLoaded(loadTexts);
  if (loaded.state === 'failed') return <OccurrenceFailure page={page} />;
  if (loaded.state === 'loading') return <Loading />;
  return <ChangedPayments {...part} t={translatorOf(loaded.data, settings.language)} />;
}

/** Asked once something has changed: before that it would fill half of a phone. */
function ChangedPayments({
  installment,
  t,
  onChoose,
}: Pick<PaymentsPartProperties, 'installment' | 'onChoose'> & { t: Translate }) {
  const { isDirty, start } = useFormContext();
  const { amount, categoryId, newCategoryName } = useFormValues();
  const [own, setOwn] = useState<OccurrenceScope>();
  // A purchase has one category, but one of its payments may have another amount.
  const isOfAll = (newCategoryName || categoryId !== start.categoryId) && amount === start.amount;
  const scope = own ?? (isOfAll ? 'all' : 'single');
  const choose = useEffectEvent((chosen: OccurrenceScope) =>
    onChoose?.({ scope: chosen, messageOf: (count) => t('money:change.done', { count }) }),
  );
  useEffect(() => choose(scope), [scope]);
  // What was chosen stays while the changes are taken back.
  return (
    <div className={isDirty ? 'contents' : 'hidden'}>
      <PaymentsChoice installment={installment} t={t} idPrefix="dialog-" chosen={scope} onChoose={setOwn} />
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
