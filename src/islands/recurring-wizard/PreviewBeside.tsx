import { type ComponentProps, useEffect, useEffectEvent, useRef, useState } from 'react';
import { messageText, type Translate } from '../../browser/core/texts/translate.ts';
import { readingsOf } from '../../domain/amount-text.ts';
import { formatter } from '../../i18n/format.ts';
import { useTranslate } from '../use-translate.ts';
import { datesIn, Preview } from './Preview.tsx';
import { shownFrequency } from './shown-template.ts';
import type { LivePreview } from './use-live-preview.ts';

/** How long a person has stopped typing before what changed is read aloud, in ms. */
const PAUSE = 1200;

type Shown = Omit<ComponentProps<typeof Preview>, 'preview'>;
type BesideProperties = Shown & { live: LivePreview };

/**
 * The preview beside the form, as it is typed. While the values are invalid the last dates stay, muted, with what they
 * are the dates of, below what is missing.
 */
export function PreviewBeside({ live, ...shown }: BesideProperties) {
  const t = useTranslate();
  const { preview, isCurrent, fault } = live;
  const valid = useRef(shown);
  if (isCurrent) valid.current = shown;
  const { writing } = shown.means;
  const said = fault && messageText(t, fault, readingsOf(shown.values.amount, writing));
  const faultText = said && (preview ? t('recurring:wizard.outdated', { fault: said }) : said);
  return (
    <>
      {fault && <p className="hint">{faultText}</p>}
      {!preview && !fault && <p className="hint">{t('recurring:wizard.counting')}</p>}
      {preview && (
        <div className={isCurrent ? 'wizard-preview' : 'wizard-preview wizard-outdated'}>
          <Preview {...valid.current} preview={preview} />
        </div>
      )}
      <SaidAfterPause text={faultText || inWords(live, shown, t)} />
    </>
  );
}

/** How often, and the next two dates; nothing while the server is asked. */
function inWords({ preview, isCurrent }: LivePreview, { values, scope, means }: Shown, t: Translate) {
  if (!preview || !isCurrent) return undefined;
  const format = formatter(means.writing.currency, means.writing);
  const [date, then] = datesIn(preview, scope).map((day) => format.date(day));
  if (!date) return t('recurring:wizard.nothingToCome');
  const frequency = shownFrequency(values, means);
  return then
    ? t('recurring:wizard.nextTwoSaid', { frequency, date, then })
    : t('recurring:wizard.nextSaid', { frequency, date });
}

// Says a text politely once it has changed, and not at each key.
function SaidAfterPause({ text }: { text: string | undefined }) {
  const [said, setSaid] = useState<{ text: string; isNews: boolean }>();
  const say = useEffectEvent((now: string) => {
    // The first dates are no news.
    if (now !== said?.text) setSaid({ text: now, isNews: said !== undefined });
  });
  const isFirst = said === undefined;
  useEffect(() => {
    if (text === undefined) return;
    const timer = setTimeout(() => say(text), isFirst ? 0 : PAUSE);
    return () => clearTimeout(timer);
  }, [text, isFirst]);
  return (
    <p className="visually-hidden" role="status">
      {said?.isNews && said.text}
    </p>
  );
}
