import { useTranslate } from '../use-translate.ts';

/** Says that what is known of a recurring template could not be fetched, with a link to the page that has it. */
export function OccurrenceFailure({ page }: { page: string }) {
  const t = useTranslate();
  return (
    <p className="flash flash-error" role="alert">
      {t('transactions:dialog.failed')} <a href={page}>{t('transactions:dialog.openPage')}</a>
    </p>
  );
}
