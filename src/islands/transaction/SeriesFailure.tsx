import { useSay } from './say.ts';

/** Says that what is known of a series could not be fetched, with the way to the page that has it. */
export function SeriesFailure({ page }: { page: string }) {
  const say = useSay();
  return (
    <p className="flash flash-error" role="alert">
      {say('transactions:dialog.failed')} <a href={page}>{say('transactions:dialog.openPage')}</a>
    </p>
  );
}
