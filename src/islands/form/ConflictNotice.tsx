import { type MouseEvent, useId } from 'react';
import type { TransactionValues } from '../../domain/transactions/start-values.ts';
import type { TextKey } from '../../i18n/texts.ts';
import { useFocusOnArrival, useTranslate } from '../hooks.ts';
import { useFormContext, useFormValues } from './island-form.tsx';

/** One or several fields of an item as text; empty if nothing was typed. */
export interface Row {
  label: string;
  text: string;
}

interface NoticeProperties {
  title: string;
  text: string;
  /** Both versions of a changed item, row by row; missing for a deleted one. */
  versions?: VersionsProperties | undefined;
  inDialog?: boolean;
  /** The link to the other version; a dialog calls `onTake` instead. */
  takeHref?: string;
  onTake?: (() => void) | undefined;
}

export function ConflictNotice({
  title,
  text,
  versions,
  inDialog = false,
  takeHref,
  onTake,
}: NoticeProperties) {
  const t = useTranslate();
  const titleId = useId();
  const notice = useFocusOnArrival<HTMLElement>(inDialog);
  const take = (event: MouseEvent) => {
    if (!onTake) return;
    event.preventDefault();
    onTake();
  };
  return (
    <section className="conflict" tabIndex={-1} data-focus ref={notice} aria-labelledby={titleId}>
      <h2 id={titleId}>{title}</h2>
      <p>{text}</p>
      {versions && <Versions {...versions} />}
      {versions && takeHref && (
        <p>
          <a className="button button-small" href={takeHref} onClick={take}>
            {t('transactions:conflict.take')}
          </a>
        </p>
      )}
    </section>
  );
}

type FormConflictProperties<Values> = Pick<NoticeProperties, 'title' | 'text'> & {
  rowsOf: (values: Values) => Row[];
};

/** Shows a change of the item made elsewhere while it was edited, with that version beside the typed values. */
export function FormConflict<Values extends TransactionValues>({
  rowsOf,
  ...words
}: FormConflictProperties<Values>) {
  const { conflict, action, onTake } = useFormContext();
  const mine = useFormValues() as TransactionValues as Values;
  const { theirs, saved } = conflict && conflict !== 'gone' ? conflict : {};
  return (
    <ConflictNotice
      {...words}
      versions={theirs && { theirs: rowsOf(theirs as Values), mine: rowsOf(mine) }}
      inDialog={Boolean(onTake)}
      takeHref={saved ? `/transactions/${saved}/edit` : action}
      onTake={onTake}
      // A new notice after each further change.
      key={JSON.stringify(theirs)}
    />
  );
}

interface VersionsProperties {
  theirs: Row[];
  mine: Row[];
  headings?: { theirs: TextKey; mine: TextKey };
}

const HEADINGS = { theirs: 'transactions:conflict.theirs', mine: 'transactions:conflict.mine' } as const;

/** Two versions of an item beside each other: the rows in which they differ. */
function Versions({ theirs, mine, headings = HEADINGS }: VersionsProperties) {
  const t = useTranslate();
  const differences = theirs
    .map(({ label, text }, index) => ({ label, theirs: text, mine: mine[index]?.text ?? '' }))
    .filter((row) => row.theirs !== row.mine);
  if (differences.length === 0) return <p>{t('transactions:conflict.same')}</p>;
  return (
    <table className="versions" role="table">
      <caption className="visually-hidden">{t('transactions:conflict.caption')}</caption>
      <thead role="rowgroup">
        <tr role="row">
          <th role="columnheader" scope="col">
            <span className="visually-hidden">{t('transactions:conflict.field')}</span>
          </th>
          <th role="columnheader" scope="col">
            {t(headings.theirs)}
          </th>
          <th role="columnheader" scope="col">
            {t(headings.mine)}
          </th>
        </tr>
      </thead>
      <tbody role="rowgroup">
        {differences.map((row) => (
          <tr role="row" key={row.label}>
            <th role="rowheader" scope="row">
              {row.label}
            </th>
            {[row.theirs, row.mine].map((text, index) => (
              <td role="cell" key={index === 0 ? 'theirs' : 'mine'}>
                <bdi>{text || t('transactions:conflict.nothing')}</bdi>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
