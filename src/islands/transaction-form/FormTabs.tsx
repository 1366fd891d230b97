import { Fragment, type MouseEvent } from 'react';
import type { Kind } from '../form/form-properties.ts';
import { useFormContext } from '../form/island-form.tsx';

const PAGES = { once: '/transactions/new', recurring: '/recurring/new' };
const KINDS = Object.keys(PAGES) as Kind[];

/** One-time and recurring: links, except in a dialog. Text browsers need the spaces between them. */
export function FormTabs({ current }: { current: Kind }) {
  const { t, mode, onSwitch } = useFormContext();
  const open = (kind: Kind) => (event: MouseEvent) => {
    if (!onSwitch) return;
    event.preventDefault();
    if (kind !== current) onSwitch(kind);
  };
  const tabs = KINDS.map((kind) => {
    const name = t(`transactions:kind.${kind}`);
    return (
      <Fragment key={kind}>
        {mode !== 'edit' ? (
          <a href={PAGES[kind]} aria-current={kind === current ? 'page' : undefined} onClick={open(kind)}>
            {name}
          </a>
        ) : kind === current ? (
          <strong className="tab tab-current">{name}</strong>
        ) : (
          <span className="tab">
            {name} <span className="visually-hidden">{t('transactions:kind.locked')}</span>
          </span>
        )}{' '}
      </Fragment>
    );
  });
  if (mode === 'edit') return <p className="tabs flex-wrap">{tabs}</p>;
  return (
    <nav className="tabs flex-wrap" aria-label={t('transactions:kind.label')}>
      {tabs}
    </nav>
  );
}
