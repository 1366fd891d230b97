import { useTranslate } from '../use-translate.ts';

/** Says that the recurring template could not be fetched, with a link to its page. */
export function OccurrenceFailure({ page }: { page: string }) {
  const t = useTranslate();
  return (
    <p className="flash flash-error" role="alert">
      {t('transactions:dialog.failed')} <a href={page}>{t('transactions:dialog.openPage')}</a>
    </p>
  );
}
