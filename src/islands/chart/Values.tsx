import type { PointRow } from './rows.ts';

interface ValuesProperties {
  row: PointRow;
  heads: string[];
  /** The places of the values that are not shown. */
  off: ReadonlySet<number>;
  /** The text of the link. */
  link: string;
}

/** What a chart says about the point that is marked: the words of its row. */
export function Values({ row, heads, off, link }: ValuesProperties) {
  return (
    <p className="chart-values">
      <strong>
        <bdi>{row.name}</bdi>
      </strong>
      {heads.map((name, place) =>
        off.has(place) ? null : (
          <span key={name}>
            {name} <bdi>{row.values[place]}</bdi>
          </span>
        ),
      )}
      {row.href && <a href={row.href}>{link}</a>}
    </p>
  );
}
