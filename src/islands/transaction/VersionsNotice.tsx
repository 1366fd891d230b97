import type { MouseEvent } from 'react';
import { useSay } from './say.ts';
import { useFocusOnArrival } from './use-focus-on-arrival.ts';

/** One field in which two versions differ, in words. */
export interface Difference {
  label: string;
  theirs: string;
  mine: string;
}

interface NoticeProperties {
  title: string;
  text: string;
  differences: Difference[];
  /** Where the other version can be had; in a dialog `onTake` does it. */
  takeHref: string;
  onTake: (() => void) | undefined;
}

/** Says that somebody else changed what is being edited, their version beside what was typed. */
export function VersionsNotice({ title, text, differences, takeHref, onTake }: NoticeProperties) {
  const say = useSay();
  const notice = useFocusOnArrival<HTMLElement>(Boolean(onTake));
  const take = (event: MouseEvent) => {
    if (!onTake) return;
    event.preventDefault();
    onTake();
  };
  return (
    <section className="meanwhile" tabIndex={-1} data-focus ref={notice} aria-labelledby="meanwhile-title">
      <h2 id="meanwhile-title">{title}</h2>
      <p>{text}</p>
      <Versions differences={differences} />
      <p>
        <a className="button button-small" href={takeHref} onClick={take}>
          {say('transactions:meanwhile.take')}
        </a>
      </p>
    </section>
  );
}

/** Says that what is being edited is there no more. */
export function GoneNotice({ title, text, inDialog }: { title: string; text: string; inDialog: boolean }) {
  const notice = useFocusOnArrival<HTMLElement>(inDialog);
  return (
    <section className="meanwhile" tabIndex={-1} data-focus ref={notice} aria-labelledby="meanwhile-title">
      <h2 id="meanwhile-title">{title}</h2>
      <p>{text}</p>
    </section>
  );
}

function Versions({ differences }: { differences: Difference[] }) {
  const say = useSay();
  if (differences.length === 0) return <p>{say('transactions:meanwhile.same')}</p>;
  return (
    <table className="versions" role="table">
      <caption className="visually-hidden">{say('transactions:meanwhile.caption')}</caption>
      <thead role="rowgroup">
        <tr role="row">
          <th role="columnheader" scope="col">
            <span className="visually-hidden">{say('transactions:meanwhile.field')}</span>
          </th>
          <th role="columnheader" scope="col">
            {say('transactions:meanwhile.theirs')}
          </th>
          <th role="columnheader" scope="col">
            {say('transactions:meanwhile.mine')}
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
  const say = useSay();
  return (
    <td role="cell">
      <bdi>{text || say('transactions:meanwhile.nothing')}</bdi>
    </td>
  );
}
