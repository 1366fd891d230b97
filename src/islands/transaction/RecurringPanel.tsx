import type { MouseEvent } from 'react';
import { FormTabs, type Kind } from './FormTabs.tsx';
import { useSay } from './say.ts';

interface PanelProperties {
  /** The day of the next payment, a local calendar date. */
  nextDate: string;
  /** Begin a one-time transaction without leaving the page, on a day if there is one; without it all are links. */
  onRecord?: ((date?: string) => void) | undefined;
}

/** What comes again and again: how to record the next payment now, and where those ahead are. */
export function RecurringPanel({ nextDate, onRecord }: PanelProperties) {
  const say = useSay();
  const record = (event: MouseEvent) => {
    if (!onRecord) return;
    event.preventDefault();
    onRecord(nextDate);
  };
  const change = (kind: Kind) => {
    if (kind === 'once') onRecord?.();
  };
  return (
    <>
      <FormTabs current="recurring" onSwitch={onRecord && change} />
      <p>{say('transactions:recurring.text')}</p>
      <p className="muted">{say('transactions:recurring.again')}</p>
      <p className="button-row">
        <a className="button button-primary" href={`/transactions/new?date=${nextDate}`} onClick={record}>
          {say('transactions:recurring.record')}
        </a>
        <a className="button button-quiet" href="/transactions?status=upcoming">
          {say('transactions:recurring.upcoming')}
        </a>
      </p>
    </>
  );
}
