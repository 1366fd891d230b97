import type { Around } from './ScopeChoice.tsx';

export function TemplateNote({ around, t, format }: Around) {
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
          {next_dates.map((date, index) => (
            <span key={date}>
              {index > 0 && ', '}
              <bdi>{format.date(date)}</bdi>
            </span>
          ))}
        </dd>
      </div>
    </dl>
  );
}
