import type { DialogSettings } from '../../browser/core/page/dialog-settings.ts';
import type { OccurrenceScope } from '../../domain/recurring/occurrences/occurrence.schema.ts';
import { lazyPart } from '../form/parts.tsx';
import { Loading, OccurrenceFailure } from '../transaction-dialog/StatePanels.tsx';

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

// Loaded on demand, because most transactions have no recurring template.
export const OccurrencePart = lazyPart<PartProperties>(
  async () => (await import('./FetchedOccurrence.tsx')).FetchedOccurrence,
  OccurrenceFailure,
  <Loading />,
);
