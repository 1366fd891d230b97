import type { Format } from '../../i18n/format.ts';
import type { Reach } from '../../stores/series.ts';
import type { Say } from '../transaction/speaker.ts';

interface ReachProperties {
  reach: Reach;
  say: Say;
  format: Pick<Format, 'date'>;
}

/** How many transactions, and the days that they lie on. */
export function ReachOf({ reach, say, format }: ReachProperties) {
  const [first, last] = [format.date(reach.first_date), format.date(reach.last_date)];
  return (
    <>
      {`${say('recurring:occurrence.count', { count: reach.count })}, `}
      <bdi>{first}</bdi>
      {first !== last && (
        <>
          {` ${say('recurring:occurrence.to')} `}
          <bdi>{last}</bdi>
        </>
      )}
    </>
  );
}
