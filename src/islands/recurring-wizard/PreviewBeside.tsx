import { type ComponentProps, useEffect, useEffectEvent, useState } from 'react';
import { formatter } from '../../i18n/format.ts';
import { useTranslate } from '../use-translate.ts';
import { datesIn, Preview } from './Preview.tsx';
import type { LivePreview } from './use-live-preview.ts';

/** How long a person has stopped typing before the next date is read aloud, in ms. */
const PAUSE = 1200;

type BesideProperties = Omit<ComponentProps<typeof Preview>, 'preview'> & { live: LivePreview };

/**
 * The preview beside the form, as it is typed. While the values are invalid the last dates stay, muted, below what is
 * missing.
 */
export function PreviewBeside({ live, ...shown }: BesideProperties) {
  const t = useTranslate();
  const { preview, isCurrent, fault } = live;
  return (
    <>
      {fault && (
        <p className="hint">{preview ? t('recurring:wizard.outdated', { fault: t(fault) }) : t(fault)}</p>
      )}
      {!preview && !fault && <p className="hint">{t('recurring:wizard.counting')}</p>}
      {preview && (
        <div className={isCurrent ? 'wizard-preview' : 'wizard-preview wizard-outdated'}>
          <Preview {...shown} preview={preview} />
        </div>
      )}
      <NextDate live={live} {...shown} />
    </>
  );
}

// Says the next date politely once it has changed, and not at each key.
function NextDate({ live: { preview, isCurrent }, scope, means }: BesideProperties) {
  const t = useTranslate();
  const format = formatter(means.writing.currency, means.writing);
  const next = preview && isCurrent ? (datesIn(preview, scope)[0] ?? '') : undefined;
  const [said, setSaid] = useState<{ date: string; text: string }>();
  const say = useEffectEvent((date: string) => {
    const text = date
      ? t('recurring:wizard.nextSaid', { date: format.date(date) })
      : t('recurring:wizard.nothingToCome');
    // The first dates are no news.
    if (date !== said?.date) setSaid({ date, text: said ? text : '' });
  });
  const isFirst = said === undefined;
  useEffect(() => {
    if (next === undefined) return;
    const timer = setTimeout(() => say(next), isFirst ? 0 : PAUSE);
    return () => clearTimeout(timer);
  }, [next, isFirst]);
  return (
    <p className="visually-hidden" role="status">
      {said?.text}
    </p>
  );
}
