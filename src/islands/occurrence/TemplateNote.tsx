import type { Translate } from '../../browser/core/texts/translate.ts';
import type { Format } from '../../i18n/format.ts';
import type { TemplateAround } from './template-around.ts';

interface NoteProperties {
  around: TemplateAround;
  t: Translate;
  format: Pick<Format, 'date'>;
}

/** The recurring template of an occurrence, and its next dates. */
export function TemplateNote({ around, t, format }: NoteProperties) {
  const { template_id, name, next_dates } = around;
  if (template_id === null) return <p className="hint">{t('recurring:occurrence.left')}</p>;
  return (
    <dl className="details-list">
      <div>
        <dt>{t('recurring:occurrence.belongs')}</dt>
        <dd>
          <a href={`/recurring/${template_id}`}>
            <bdi>{name}</bdi>
          </a>
        </dd>
      </div>
      <div>
        <dt>{t('recurring:occurrence.next')}</dt>
        <dd>
          {next_dates.length === 0 && t('recurring:occurrence.nothingNext')}
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
