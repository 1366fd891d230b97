import { type MouseEvent, useId } from 'react';
import type { TextKey } from '../../i18n/texts.ts';
import { useTranslate } from '../use-translate.ts';
import { useFocusOnArrival } from './use-focus-on-arrival.ts';

/** A field in which two versions differ, as text. */
export interface Difference {
  label: string;
  theirs: string;
  mine: string;
}

interface NoticeProperties {
  title: string;
  text: string;
  differences: Difference[];
  /** The link to the other version; a dialog calls `onTake` instead. */
  takeHref: string;
  onTake: (() => void) | undefined;
}

/** Shows that another user or window changed the edited item, with that version beside the typed values. */
export function VersionsNotice({ title, text, differences, takeHref, onTake }: NoticeProperties) {
  const t = useTranslate();
  const titleId = useId();
  const notice = useFocusOnArrival<HTMLElement>(Boolean(onTake));
  const take = (event: MouseEvent) => {
    if (!onTake) return;
    event.preventDefault();
    onTake();
  };
  return (
    <section className="conflict" tabIndex={-1} data-focus ref={notice} aria-labelledby={titleId}>
      <h2 id={titleId}>{title}</h2>
      <p>{text}</p>
      <Versions differences={differences} />
      <p>
        <a className="button button-small" href={takeHref} onClick={take}>
          {t('transactions:conflict.take')}
        </a>
      </p>
    </section>
  );
}

/** Shows that another user or window deleted the edited item. */
export function GoneNotice({ title, text, inDialog }: { title: string; text: string; inDialog: boolean }) {
  const titleId = useId();
  const notice = useFocusOnArrival<HTMLElement>(inDialog);
  return (
    <section className="conflict" tabIndex={-1} data-focus ref={notice} aria-labelledby={titleId}>
      <h2 id={titleId}>{title}</h2>
      <p>{text}</p>
    </section>
  );
}

interface VersionsProperties {
  differences: Difference[];
  /** The headings of the columns of both versions. */
  headings?: { theirs: TextKey; mine: TextKey };
}

const HEADINGS = { theirs: 'transactions:conflict.theirs', mine: 'transactions:conflict.mine' } as const;

/** Two versions of an item beside each other, field by field. */
export function Versions({ differences, headings = HEADINGS }: VersionsProperties) {
  const t = useTranslate();
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
        {differences.map(({ label, theirs, mine }) => (
          <tr role="row" key={label}>
            <th role="rowheader" scope="row">
              {label}
            </th>
            <Version text={theirs} />
            <Version text={mine} />
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Version({ text }: { text: string }) {
  const t = useTranslate();
  return (
    <td role="cell">
      <bdi>{text || t('transactions:conflict.nothing')}</bdi>
    </td>
  );
}
