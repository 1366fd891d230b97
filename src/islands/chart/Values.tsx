import type { PointRow } from './rows.ts';

interface ValuesProperties {
  row: PointRow;
  heads: string[];
  /** The places of the values that are not shown. */
  off: ReadonlySet<number>;
  /** The text of the link; without one the name is the link, and the first value needs no name. */
  link: string | undefined;
  /** Is called before the link is followed. */
  leave: () => void;
}

/** What a chart says about the point that is marked: the words of its row. */
export function Values({ row, heads, off, link, leave }: ValuesProperties) {
  return (
    <p className="chart-values">
      <strong>
        {link === undefined && row.href ? (
          <a href={row.href} onClick={leave}>
            <bdi>{row.name}</bdi>
          </a>
        ) : (
          <bdi>{row.name}</bdi>
        )}
      </strong>
      {heads.map((name, place) =>
        off.has(place) ? null : (
          <span key={name}>
            {link === undefined && place === 0 ? null : `${name} `}
            <bdi>{row.values[place]}</bdi>
          </span>
        ),
      )}
      {link && row.href && (
        <a href={row.href} onClick={leave}>
          {link}
        </a>
      )}
    </p>
  );
}
