import type { measureRemoval } from '../../domain/recurring/inspect.ts';
import type { ManagedTemplate } from '../../domain/recurring/overview.ts';
import { SCOPES_OF_REMOVAL } from '../../domain/recurring/schema.ts';
import type { Format } from '../../i18n/format.ts';
import type { Translate } from '../../i18n/translate.ts';

type Extents = Awaited<ReturnType<typeof measureRemoval>>;

interface Choice {
  scope: (typeof SCOPES_OF_REMOVAL)[number];
  text: string;
  /** How many transactions would go, and of which days. */
  effect: string;
  warning: string | undefined;
}

/** The ways to delete a template and what each would take; one that is over anyway cannot be ended. */
export function removalChoices(
  { status }: Pick<ManagedTemplate, 'status'>,
  extents: Extents,
  { t, format }: { t: Translate; format: Format },
): Choice[] {
  return SCOPES_OF_REMOVAL.filter((scope) => scope !== 'future' || status !== 'ended').map((scope) => ({
    scope,
    text: t(`recurring:manager.scope.${scope}`),
    effect: effectWords(extents[scope], t, format),
    warning: scope === 'all' ? t('recurring:manager.scopeWarning') : undefined,
  }));
}

function effectWords({ count, first, last }: Extents['all'], t: Translate, format: Format): string {
  if (first === null || last === null) return t('recurring:manager.effectNone');
  const shown = { count, shown: format.count(count), from: format.date(first), to: format.date(last) };
  return t(first === last ? 'recurring:manager.effectOne' : 'recurring:manager.effect', shown);
}
