import type { Format } from '../../i18n/format.ts';
import type { SeriesAround } from '../../stores/series.ts';
import type { Say } from '../transaction/speaker.ts';

interface NoteProperties {
  series: SeriesAround;
  say: Say;
  format: Pick<Format, 'date'>;
}

/** Which series an occurrence belongs to, and when it comes next. */
export function SeriesNote({ series, say, format }: NoteProperties) {
  const { template_id, name, next_dates } = series;
  if (template_id === null) return <p className="hint">{say('recurring:occurrence.left')}</p>;
  return (
    <dl className="details-list">
      <div>
        <dt>{say('recurring:occurrence.belongs')}</dt>
        <dd>
          <a href={`/recurring/${template_id}`}>
            <bdi>{name}</bdi>
          </a>
        </dd>
      </div>
      <div>
        <dt>{say('recurring:occurrence.next')}</dt>
        <dd>
          {next_dates.length === 0 && say('recurring:occurrence.nothingNext')}
          {next_dates.map((date, position) => (
            <span key={date}>
              {position > 0 && ', '}
              <bdi>{format.date(date)}</bdi>
            </span>
          ))}
        </dd>
      </div>
    </dl>
  );
}
